import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { openIssuer, PUBLIC_URL, type World, wallet } from '../world.ts';
import { payloadOf, withToken } from './token.ts';

const CREDENTIAL = 'issuer.credential';

interface Answer {
  readonly credentials: readonly { readonly credential: string }[];
  readonly notification_id: string;
  readonly c_nonce?: string;
}

const answerOf = ({ body }: Awaited<ReturnType<World['call']>>): Answer => body as unknown as Answer;

test('a credential has the claims of the offer, the key of the wallet and a status of its own', async (t) => {
  const world = await openIssuer(t);
  const { session, send, request } = await withToken(world, { claims: { pid: { given_name: 'Max' } } });
  await world.hook(session);
  const answer = answerOf(await send(CREDENTIAL, await request()));
  const [first] = answer.credentials;
  const payload = payloadOf(first?.credential ?? '');
  assert.deepEqual(payload.cnf, { jwk: wallet.jwk });
  assert.deepEqual(payload.status, { status_list: { uri: `${PUBLIC_URL}/list`, idx: 0 } });
  assert.deepEqual([payload.given_name, payload.iss], ['Max', PUBLIC_URL]);
  const { issuance, outbox, status } = await world.stored(session);
  assert.equal(status, 'issued');
  assert.deepEqual(
    issuance.credentials.map(({ notificationId, configurationId }) => [notificationId, configurationId]),
    [[answer.notification_id, 'pid']],
  );
  assert.deepEqual(
    outbox.map(({ event }) => event.type),
    ['credential.issued.v1'],
  );
});

test('a credential without a status takes no place in a list, and ends 24 hours after its iat', async (t) => {
  const world = await openIssuer(t);
  const file = join(world.configFolder, 'issuance', 'pid.json');
  const pid = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...pid, short_lived: true, lifetime: 86_400 }));
  const { session, send, request } = await withToken(world);
  Object.assign(world.platform, { call: async () => assert.fail('the status service is not asked') });
  const [first] = answerOf(await send(CREDENTIAL, await request())).credentials;
  const payload = payloadOf(first?.credential ?? '');
  assert.ok(!('status' in payload));
  assert.equal(Number(payload.exp) - Number(payload.iat), 86_400);
  const { issuance } = await world.stored(session);
  assert.deepEqual(
    issuance.credentials.map(({ configurationId, status }) => [configurationId, status]),
    [['pid', undefined]],
  );
});

test('a nonce serves one request', async (t) => {
  const world = await openIssuer(t);
  const { send, request } = await withToken(world);
  const asked = await request();
  const { c_nonce } = answerOf(await send(CREDENTIAL, asked));
  await assert.rejects(send(CREDENTIAL, asked), { code: 'invalid_nonce' });
  assert.deepEqual(await whyRefused(() => send(CREDENTIAL, asked)), ['proof_nonce_used', { detail: 'used' }]);
  const next = { ...asked, proofs: { jwt: [world.keyProof(c_nonce ?? '')] } };
  assert.equal(answerOf(await send(CREDENTIAL, next)).credentials.length, 1);
});

test('while the status service is unreachable nothing is used up', async (t) => {
  const world = await openIssuer(t);
  const { session, send, request } = await withToken(world);
  const asked = await request();
  const { call } = world.platform;
  const away = { call: async () => assert.fail('away') };
  Object.assign(world.platform, away);
  await assert.rejects(send(CREDENTIAL, asked), /away/);
  assert.equal((await world.stored(session)).status, 'token_issued');
  Object.assign(world.platform, { call });
  assert.equal(answerOf(await send(CREDENTIAL, asked)).credentials.length, 1);
});

test('the standard dialect leaves the nonce to its endpoint', async (t) => {
  const world = await openIssuer(t, { WALLET_DIALECT: 'standard' });
  const { send, request } = await withToken(world);
  const answer = answerOf(await send(CREDENTIAL, await request()));
  assert.deepEqual(Object.keys(answer).sort(), ['credentials', 'notification_id']);
});

/** Writes the offer's configuration again, after the offer was created. */
function rewrite({ configFolder }: World, more: object): void {
  const file = join(configFolder, 'issuance', 'pid.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
}

test('claims of the offer that do not fit are named by their path, and end the issuance', async (t) => {
  const world = await openIssuer(t);
  const { session, send, request } = await withToken(world, { claims: { pid: { given_name: 'Maximilian' } } });
  const given_name = { type: 'string', maxLength: 5 };
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  rewrite(world, { schema: { $schema, type: 'object', properties: { given_name }, required: [] } });
  const asked = await request();
  const [reason, facts] = await whyRefused(() => send(CREDENTIAL, asked));
  assert.equal(reason, 'claims_invalid');
  assert.deepEqual([facts?.configurationId, facts?.paths], ['pid', ['["given_name"]']]);
  assert.equal(typeof facts?.detail, 'string');
  assert.ok(!JSON.stringify(facts).includes('Maximilian'), 'no value');
  assert.equal((await world.stored(session)).issuance.progress.state, 'failed');
  const [again] = await whyRefused(() => send(CREDENTIAL, asked));
  assert.equal(again, 'claims_invalid');
});

test('a configuration that asks for a presentation since the token issues nothing', async (t) => {
  const world = await openIssuer(t);
  const { send, request } = await withToken(world);
  const asked = await request();
  rewrite(world, { presentation_during_issuance: { type: 'login' } });
  const why = await whyRefused(() => send(CREDENTIAL, asked));
  assert.deepEqual(why, ['configuration_changed', { configurationId: 'pid' }]);
});
