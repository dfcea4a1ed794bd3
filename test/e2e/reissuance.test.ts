/** Renewals: the claims are requested again, the sessions refer to each other, and webhooks contain both. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { read } from '@countersign/wallet/sending/answer';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { cardWith, collectedCard, levelOf, refresh, renewingWallet, writeRenewable } from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 3_600_000;

describe('renewals', () => {
  let server: TestServer;
  let backend: WebhookReceiver;
  let outcome: WebhookReceiver;
  let now = Date.now();
  const clock = (): number => now;
  before(async () => {
    server = await startSampleServer({ clock, env: { CLAIMS_WAIT: '100', DEFERRED_NOTIFICATION: 'on' } });
    [backend, outcome] = await Promise.all([openReceiver(), openReceiver()]);
    for (const shape of shapes) writeRenewable(server, shape, { webhook: backend.url });
  });
  after(async () => {
    await server.close();
    await Promise.all([backend.close(), outcome.close()]);
  });
  afterEach(() => {
    backend.silent = false;
  });

  // biome-ignore lint/suspicious/noExplicitAny: the view is looked at field by field
  const session = async (shape: Shape, query: string): Promise<any> => {
    const answer = await read(await shape.call(server, `/session${query}`));
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const answering = (level: string): void => {
    Object.assign(backend, { status: 200, body: JSON.stringify({ card: { level } }) });
  };

  for (const shape of shapes) {
    it(`${shape.name}: the claims of a renewal come from the webhook, and every side names the first session`, async () => {
      answering('gold');
      const offered = { state: 'case 7', notifyWebhook: { url: outcome.url }, claims: { card: { level: 'silver' } } };
      const before = { claims: backend.received.length, outcome: outcome.received.length };
      const { wallet, session: first, refreshToken } = await renewingWallet(server, shape, clock, offered);
      assert.equal(backend.received.length, before.claims);
      now += 2 * HOUR;
      const token = await refresh(wallet, refreshToken);
      assert.equal(token.json.refresh_token, refreshToken);
      const asked = JSON.parse((await backend.wait(before.claims + 1)).at(-1)?.body ?? '');
      const [renewal] = await session(shape, `?firstSession=${first}`);
      assert.deepEqual(
        [asked.type, asked.session, asked.firstSession, asked.state, asked.credentialConfigurationIds],
        ['claims.reissue', renewal.id, first, 'case 7', ['card']],
      );
      assert.deepEqual([renewal.firstSession, renewal.state, renewal.status], [first, 'case 7', 'token_issued']);
      const answer = await collectedCard(wallet, token.json.access_token);
      assert.equal(levelOf(answer.json.credentials[0].credential), 'gold');
      assert.equal((await wallet.notify(token.json.access_token, answer.json.notification_id)).status, 204);
      const bodies = (await outcome.wait(before.outcome + 3)).slice(before.outcome).map(({ body }) => JSON.parse(body));
      assert.deepEqual(
        bodies.map(({ type, session: id, firstSession }) => [type, id, firstSession]),
        [
          ['credential.issued', first, undefined],
          ['credential.issued', renewal.id, first],
          ['issuance.completed', renewal.id, first],
        ],
      );
      assert.equal((await session(shape, `/${renewal.id}`)).status, 'completed');
    });

    it(`${shape.name}: a slow webhook defers, and a token of a later refresh collects`, async () => {
      answering('late');
      const { wallet, session: first, refreshToken } = await renewingWallet(server, shape, clock);
      now += 2 * HOUR;
      const heard = backend.received.length;
      backend.silent = true;
      const { json } = await refresh(wallet, refreshToken);
      const waiting = await cardWith(wallet, json.access_token);
      assert.equal(waiting.status, 202, waiting.text);
      await backend.wait(heard + 1);
      now += 30_000;
      const later = await refresh(wallet, refreshToken);
      assert.notEqual(later.json.access_token, json.access_token);
      const collect = () =>
        wallet.resource('/vci/deferred', later.json.access_token, { transaction_id: waiting.json.transaction_id });
      assert.equal((await collect()).status, 202);
      backend.silent = false;
      let answer = await collect();
      while (answer.status === 202) {
        await sleep(20);
        answer = await collect();
      }
      assert.equal(answer.status, 200, answer.text);
      assert.equal(levelOf(answer.json.credentials[0].credential), 'late');
      assert.equal((await session(shape, `?firstSession=${first}`)).length, 1);
    });

    it(`${shape.name}: where the backend gives no claims no others are issued`, async () => {
      answering('gold');
      const { wallet, session: first, refreshToken } = await renewingWallet(server, shape, clock);
      now += 2 * HOUR;
      backend.status = 410;
      const { json } = await refresh(wallet, refreshToken);
      let answer = await cardWith(wallet, json.access_token);
      // 401: the renewal failed between the checks of a request and its deferral.
      for (; [202, 401].includes(answer.status); answer = await cardWith(wallet, json.access_token)) await sleep(20);
      assert.equal(answer.json.error, 'credential_request_denied', answer.text);
      const [renewal] = await session(shape, `?firstSession=${first}`);
      assert.deepEqual([renewal.status, renewal.error.code], ['failed', 'claims_unavailable']);
      assert.equal((await refresh(wallet, refreshToken)).status, 429);
      now += 60_000;
      answering('gold');
      const heard = backend.received.length;
      assert.equal((await refresh(wallet, refreshToken)).status, 200);
      await backend.wait(heard + 1);
    });

    it(`${shape.name}: the metadata names the grant`, async () => {
      const path = shape.tenant === 'default' ? '' : `/${shape.tenant}`;
      const { json } = await read(await server.request(`/.well-known/oauth-authorization-server${path}`));
      assert.ok(json.grant_types_supported.includes('refresh_token'));
    });
  }
});
