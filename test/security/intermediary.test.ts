/**
 * A tenant acts for a party. What was presented reaches the party's webhook and is gone afterwards, whatever the webhook
 * says. Nobody reads it in between, and wallets see the party only.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { read } from '@countersign/wallet/sending/answer';
import { forms } from '../support/canary-flow.ts';
import { fileDump } from '../support/file-dump.ts';
import { makeOffer } from '../support/flows.ts';
import { BROKER, openPartyAuthority, presentToParty } from '../support/party.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const CANARY = 'Canary-presented-to-a-party';

async function open(t: TestContext) {
  const receiver = await openReceiver();
  const authority = await openPartyAuthority(Date.now);
  const server = await startSampleServer({
    env: { ...BROKER, OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_SCHEDULE: '0,1', LOG_LEVEL: 'debug', TRACE: 'all' },
  });
  t.after(async () => {
    await server.close();
    await receiver.close();
    authority.close();
  });
  for (const [path, content] of Object.entries(await authority.files(server, receiver.url))) {
    server.writeConfig(path, content);
  }
  const claims = { pid: { given_name: CANARY, family_name: 'Muster', birthdate: '2000-01-01' } };
  const made = await makeOffer(server, { flow: 'pre_authorized_code', claims });
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { receiver, server, held: { credential: String(answer.json.credentials[0].credential), key } };
}

async function view(server: TestServer, path: string): Promise<string> {
  const { status, text } = await read(await server.a(path));
  assert.equal(status, 200, `${path} ${text}`);
  return text;
}

async function untilDelivered(server: TestServer): Promise<void> {
  await until('the end of every delivery', async () => {
    const some = await Promise.all(
      ['pending', 'outbox'].map((index) => server.platform.store.find(sessions, { index, limit: 1 })),
    );
    return some.every(({ documents }) => documents.length === 0);
  });
}

/** Everything that staff can read about the sessions, and everything that is stored. */
async function places(server: TestServer, ids: readonly string[]) {
  const read: (readonly [string, Buffer])[] = [
    ...(await fileDump(server)),
    ['the log', Buffer.from(server.lines.join(''))],
  ];
  const paths = ids.flatMap((id) => ['', '/trace', '/deliveries'].map((of) => `/session/${id}${of}`));
  for (const id of ids) await untilTraced(server, id, () => true);
  for (const path of [...paths, '/audit', '/trace?unmatched=true']) {
    read.push([path, Buffer.from(await view(server, path))]);
  }
  return read;
}

test('passed on and erased; erased after a failed webhook; nothing of a failed check', async (t) => {
  const { receiver, server, held } = await open(t);
  const passedOn = await presentToParty(server, held);
  assert.equal(passedOn.status, 200);
  await untilDelivered(server);
  const [webhook] = receiver.received;
  const told = JSON.parse(webhook?.body ?? '');
  assert.equal(told.credentials[0].values.given_name, CANARY);
  assert.deepEqual(told.checks, ['authenticity', 'revocation', 'holder_binding']);

  receiver.status = 500;
  const failed = await presentToParty(server, held);
  await untilDelivered(server);
  const [issuerJwt = '', ...rest] = held.credential.split('~');
  const forged = `${issuerJwt.slice(0, -6)}AAAAAA`;
  const refused = await presentToParty(server, { ...held, credential: [forged, ...rest].join('~') });
  assert.equal(refused.status, 400);
  await untilDelivered(server);

  for (const { session } of [passedOn, failed]) {
    assert.match(await view(server, `/session/${session}`), /"credentialsErased":true,"checks":\["authenticity"/);
    const stored = await server.platform.store.get(sessions, session);
    const { progress } = stored?.presentation ?? assert.fail();
    assert.ok(progress.state === 'verified' && progress.sealedCredentials === undefined);
  }
  const ids = [passedOn, failed, refused].map(({ session }) => session);
  const searched = await places(server, ids);
  for (const form of forms(CANARY)) {
    for (const [place, content] of searched) assert.ok(!content.includes(form), `${form} in ${place}`);
  }
  // The search works: it finds a session.
  assert.ok(searched.some(([, content]) => content.includes(passedOn.session)));
});

test('a failed webhook cannot be sent again, because nothing is left to send', async (t) => {
  const { receiver, server, held } = await open(t);
  receiver.status = 500;
  const { session } = await presentToParty(server, held);
  await untilDelivered(server);
  const before = receiver.received.length;
  const [delivery] = JSON.parse(await view(server, `/session/${session}/deliveries`)) as readonly { id: string }[];
  const again = await server.a(`/session/${session}/deliveries/${delivery?.id}/replay`, { method: 'POST', body: '{}' });
  assert.equal(again.status, 409, await again.text());
  assert.equal(receiver.received.length, before);
});

test('while the webhook is silent, no view has the claims', async (t) => {
  const { receiver, server, held } = await open(t);
  receiver.silent = true;
  const { session } = await presentToParty(server, held);
  await receiver.wait(1);
  for (const path of [`/session/${session}`, '/session?limit=1']) {
    const text = await view(server, path);
    assert.match(text, /"status":"verified"/);
    assert.ok(!text.includes(CANARY), path);
  }
  receiver.silent = false;
  await untilDelivered(server);
});

test('the request does not have the name of the intermediary outside its certificates', async (t) => {
  const { server, held } = await open(t);
  const { request } = await presentToParty(server, held);
  const { verifier_info: info, ...others } = request as unknown as Record<string, readonly { data: string }[]>;
  assert.ok(!JSON.stringify(others).includes(BROKER.INTERMEDIARY_NAME));
  const [, payload = ''] = info?.[0]?.data.split('.') ?? [];
  const named = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.deepEqual([named.name, named.intermediary.sname], ['Example Shop', BROKER.INTERMEDIARY_NAME]);
  for (const path of ['/', '/vci/authorize?request_uri=x']) {
    assert.ok(!(await (await server.request(path)).text()).includes(BROKER.INTERMEDIARY_NAME), path);
  }
});
