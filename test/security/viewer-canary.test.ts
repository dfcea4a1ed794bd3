/**
 * A viewer gets no personal data: every row of the route table that a viewer may read, while each kind of personal
 * value is in use. New rows are included automatically; one with a new path parameter needs a value here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPaths } from '@countersign/gateway/routes/routes';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { errorFields, post } from '@countersign/wallet/presentation/present';
import { beginWithToken, credentialBody, makeOffer, sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { goodResponse } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { credentialConfiguration } from '../support/tenant-ids.ts';
import { untilTraced } from '../support/trace.ts';
import { viewer } from '../support/viewer.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const CANARY = {
  claim: 'Canary-claim-Kunigunde',
  unissued: 'Canary-not-fetched',
  stated: 'Canary-static-claim',
  txCode: 'Canary-tx-0815',
  state: 'Canary-order-of-Kunigunde',
  notification: 'Canary-of-notification',
  walletError: 'Canary-of-wallet-error',
  webhookKey: 'Canary-webhook-key',
  webhookPath: 'Canary-in-the-webhook-path',
} as const;

const pid = (given_name: string) => ({ pid: { given_name, family_name: 'Muster', birthdate: '2000-01-01' } });

/** Creates the sessions. @returns their ids, and codes and links that a viewer must not see */
async function livingSessions(server: TestServer, webhook: object) {
  const byOffer = {
    flow: 'pre_authorized_code',
    tx_code: CANARY.txCode,
    claims: pid(CANARY.claim),
    state: CANARY.state,
    notifyWebhook: webhook,
  };
  const made = await makeOffer(server, byOffer);
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri, CANARY.txCode);
  assert.equal(answer.status, 200, answer.text);
  const held = { credential: answer.json.credentials[0].credential, key };

  const { wallet, token, session: reported } = await beginWithToken(server, { claims: pid(CANARY.claim) });
  const issued = await wallet.credential(token, await credentialBody(wallet));
  const event = { event: 'credential_failure', event_description: CANARY.notification };
  assert.equal((await wallet.notify(token, issued.json.notification_id, event)).status, 204);

  const unfetched = await makeOffer(server, { flow: 'pre_authorized_code', claims: pid(CANARY.unissued) });
  const taken = await makeFetchedRequest(server);
  assert.equal((await post(taken.request.response_uri, goodResponse(taken.request, held))).status, 200);
  const refused = await makeFetchedRequest(server);
  const error = errorFields(refused.request, 'access_denied', { error_description: CANARY.walletError });
  assert.ok((await post(refused.request.response_uri, error)).status < 500);
  const open = await makeFetchedRequest(server);

  const offered = new URL(unfetched.uri).searchParams.get('credential_offer_uri') ?? unfetched.uri;
  const sessions = [made, { session: reported }, unfetched, taken, refused, open].map(({ session }) => session);
  for (const { session } of [made, taken, refused]) await untilTraced(server, session, () => true);
  return { sessions, links: [offered.split('/').at(-1) ?? offered, open.request.nonce, open.request.state] };
}

async function deliveryIds(server: TestServer): Promise<readonly string[]> {
  const lists = await Promise.all(
    ['waiting', 'delivered', 'dead'].map(async (state) => {
      const answer = await server.a(`/deliveries?state=${state}`);
      return (await answer.json()) as readonly { readonly id: string }[];
    }),
  );
  return lists.flat().map(({ id }) => id);
}

test('no value of a person, no link and no code is in any answer to a viewer', async (t) => {
  const receiver = await openReceiver();
  const server = await startSampleServer({ env: { CONSOLE: 'on', TRACE: 'all', WEBHOOK_SCHEDULE: '0,1,1' } });
  t.after(async () => {
    await server.close();
    await receiver.close();
  });
  const auth = { type: 'apiKey', config: { headerName: 'x-key', value: CANARY.webhookKey } };
  const webhook = { url: receiver.url, auth };
  for (const name of ['identity', 'question']) {
    server.writeConfig(`presentation/${name}.json`, { ...pidQuestion, webhook });
  }
  server.writeConfig('issuance/static.json', {
    ...credentialConfiguration('static'),
    id: undefined,
    claims: { given_name: CANARY.stated },
  });
  const { sessions, links } = await livingSessions(server, {
    ...webhook,
    url: `${receiver.url}/${CANARY.webhookPath}`,
  });
  const whole = JSON.stringify(await Promise.all(sessions.map((id) => sessionOf(server, id))));
  for (const seen of [CANARY.claim, CANARY.unissued, CANARY.state, CANARY.notification, CANARY.walletError]) {
    assert.ok(whole.includes(seen), `an administrator reads ${seen}`);
  }

  const deliveries = await deliveryIds(server);
  assert.ok(deliveries.length >= 2);
  const headers = await viewer(server);
  const hidden = [...Object.values(CANARY), ...links];
  const rows = allPaths().filter(
    ({ route, owner }) => route.role === 'viewer' && route.method === 'GET' && owner !== 'b',
  );
  assert.ok(rows.length > 10);
  for (const { route, path } of rows) {
    const each = path.includes('{session') ? sessions : path.includes('{deliveryId') ? deliveries : [''];
    for (const session of each) {
      const hosted = { list: 'agencies', number: '1' };
      const params: Readonly<Record<string, string>> = {
        sessionId: session,
        session,
        deliveryId: session,
        id: 'pid',
        ...hosted,
      };
      const filled = path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => params[name] ?? assert.fail(`{${name}} has no value`),
      );
      const required = Object.entries(route.query ?? {}).filter(([, query]) => query.required === true);
      const query = new URLSearchParams(required.map(([name, { example = '' }]): [string, string] => [name, example]));
      const answer = await server.request(`${filled}?${query}`, { headers });
      const text = await answer.text();
      assert.ok(answer.status < 500 && answer.status !== 403, `${path} ${answer.status} ${text}`);
      for (const value of hidden) assert.ok(!text.includes(value), `${value} in ${path}: ${text}`);
    }
  }
});
