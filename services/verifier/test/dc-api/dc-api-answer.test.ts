/** Responses of pages: whose proof they need, and that only one wins. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import {
  type Entry,
  ORIGIN,
  OTHER_ORIGIN,
  openPageWorld,
  type PageWorld,
  requestIn,
  walletAnswer,
} from '../dc-api-world.ts';

/** Posts a response; returns the refusal's code and reason. */
async function refusal(world: PageWorld, session: string, body: JsonObject | Entry, tenant?: string) {
  try {
    await world.answer(session, body as JsonObject, tenant);
  } catch (error) {
    assert.ok(error instanceof ProtocolError, String(error));
    return `${error.status} ${error.options.reason}`;
  }
  return undefined;
}

async function progressOf(world: PageWorld, session: string) {
  return (await world.stored(session)).presentation?.progress ?? assert.fail();
}

const webhook = { url: 'https://shop.example/hook' };

async function eventsOf(world: PageWorld, session: string): Promise<readonly string[]> {
  return (await world.stored(session)).outbox.map(({ event }) => event.type);
}

test('the backend gets what was presented, and the session is verified with one event', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ webhook });
  const { body, annotation } = await world.answer(made.session, { ...walletAnswer(made) });
  const { session, status, credentials } = body as { session: string; status: string; credentials: JsonObject[] };
  assert.deepEqual([session, status], [made.session, 'verified']);
  assert.deepEqual(
    credentials.map(({ id, values }) => [id, (values as JsonObject).given_name]),
    [['pid', 'Ada']],
  );
  assert.equal(annotation?.step ?? 'response', 'response');
  assert.equal((await progressOf(world, made.session)).state, 'verified');
  assert.deepEqual(await eventsOf(world, made.session), ['presentation.verified.v1']);
});

test('data may be JSON text, as pages hand it on', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const { protocol, data } = walletAnswer(made);
  const { body } = await world.answer(made.session, { protocol, data: JSON.stringify(data), id: '', type: 'digital' });
  assert.equal((body as JsonObject).status, 'verified');
});

test('the same answer again gets the same result, as text too; another one is refused', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const answer = walletAnswer(made);
  const first = await world.answer(made.session, { ...answer });
  const stored = await world.stored(made.session);
  assert.deepEqual((await world.answer(made.session, { ...answer })).body, first.body);
  const asText = { ...answer, data: JSON.stringify(answer.data) };
  assert.deepEqual((await world.answer(made.session, asText)).body, first.body);
  assert.deepEqual(await world.stored(made.session), stored, 'a repeat writes nothing');
  assert.equal(await refusal(world, made.session, walletAnswer(made)), '400 already_answered');
  assert.equal(await refusal(world, made.session, { error: 'NotAllowedError' }), '400 already_answered');
});

test('of two answers at once one wins, and the other one is refused', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ webhook });
  const both = await Promise.all([1, 2].map(() => refusal(world, made.session, walletAnswer(made))));
  assert.deepEqual([...both].sort(), ['400 already_answered', undefined]);
  assert.deepEqual(await eventsOf(world, made.session), ['presentation.verified.v1']);
});

test('the same answer at once from two replicas: both get the result, one write counts', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ webhook });
  const answer = { ...walletAnswer(made) };
  const [one, other] = await Promise.all([1, 2].map(() => world.answer(made.session, answer)));
  assert.deepEqual(one?.body, other?.body);
  assert.deepEqual(await eventsOf(world, made.session), ['presentation.verified.v1']);
});

test('the origins are those of the configuration: each of them counts, no other one', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  for (const aud of [
    'origin:https://evil.example',
    ORIGIN,
    `origin:${ORIGIN}/`,
    requestIn(made.digital.requests[0] ?? assert.fail()).client_id,
  ]) {
    assert.equal(await refusal(world, made.session, walletAnswer(made, { aud: aud ?? '' })), '400 kb_aud', aud);
  }
  assert.equal(await refusal(world, made.session, walletAnswer(made, { aud: `origin:${OTHER_ORIGIN}` })), undefined);
});

test('an origin that the body or its data claims is ignored', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const origin = 'https://evil.example';
  const { protocol, data } = walletAnswer(made, { aud: `origin:${origin}` });
  const claimed = { protocol, data: { ...data, origin, expected_origins: [origin] }, origin };
  assert.equal(await refusal(world, made.session, claimed), '400 kb_aud');
  const good = walletAnswer(made);
  assert.equal(await refusal(world, made.session, { ...good, origin }), undefined);
});

test('where the backend named the origin of the page, only that one counts', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ origin: OTHER_ORIGIN });
  assert.equal(await refusal(world, made.session, walletAnswer(made)), '400 kb_aud');
  assert.equal(await refusal(world, made.session, walletAnswer(made, { aud: `origin:${OTHER_ORIGIN}` })), undefined);
});

test('a protocol that was not sent is refused, and not counted', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc', 'openid4vp', 'OPENID4VP-V1-SIGNED', '__proto__']) {
    assert.equal(await refusal(world, made.session, walletAnswer(made, { protocol })), '400 dc_api_protocol', protocol);
  }
  assert.equal((await world.stored(made.session)).presentation?.failures, 0);
});

test('an answer in clear is refused where the request asks for an encrypted one, and taken where it does not', async (t) => {
  const world = await openPageWorld(t);
  const encrypted = await world.create();
  const { nonce } = requestIn(encrypted.digital.requests[0] ?? assert.fail());
  const clear = await world.create({ response_mode: 'dc_api' });
  const { protocol, data } = walletAnswer(clear, { nonce });
  assert.equal(await refusal(world, encrypted.session, { protocol, data }), '400 not_encrypted');
  assert.equal(await refusal(world, clear.session, walletAnswer(encrypted)), '400 parameters');
  assert.equal(await refusal(world, clear.session, walletAnswer(clear)), undefined);
});

test('key and nonce of another session are refused', async (t) => {
  const world = await openPageWorld(t);
  const [made, other] = [await world.create(), await world.create()];
  const ofOther = requestIn(other.digital.requests[0] ?? assert.fail());
  const key = ofOther.client_metadata.jwks?.keys[0] ?? assert.fail();
  const own = requestIn(made.digital.requests[0] ?? assert.fail()).client_metadata.jwks?.keys[0] ?? assert.fail();
  assert.equal(await refusal(world, made.session, walletAnswer(other)), '400 unknown_key');
  assert.equal(await refusal(world, made.session, walletAnswer(made, { key })), '400 unknown_key');
  // Under the kid of this session, encrypted to the key of the other one.
  assert.equal(
    await refusal(world, made.session, walletAnswer(made, { key: { ...key, kid: own.kid } })),
    '400 decrypt',
  );
  assert.equal(await refusal(world, made.session, walletAnswer(made, { nonce: ofOther.nonce })), '400 kb_nonce');
  assert.equal(await refusal(world, made.session, walletAnswer(made)), undefined);
});

test('the public response endpoint takes no answer of a page', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const { data } = walletAnswer(made);
  const call = { method: 'POST', encoding: 'form', body: data } as const;
  const error: unknown = await world.call('verifier.response', call).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ProtocolError);
  assert.deepEqual([error.options.reason, error.options.facts], ['unknown_key', { detail: 'of_a_page' }]);
  assert.equal((await progressOf(world, made.session)).state, 'created');
  assert.equal(await refusal(world, made.session, walletAnswer(made)), undefined);
});

test('a cancelled page is recorded, and the request stays open', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  for (const error of ['NotAllowedError', 'NotAllowedError', 'access_denied']) {
    const { body } = await world.answer(made.session, { error });
    assert.deepEqual(body, { session: made.session, status: 'requested' });
  }
  const { progress, failures } = (await world.stored(made.session)).presentation ?? assert.fail();
  assert.deepEqual([progress.state, failures], ['requested', 0]);
  assert.equal(progress.state === 'requested' && progress.lastError, 'access_denied');
  assert.equal((await world.stored(made.session)).lastRefusal?.reason, 'wallet_error');
  assert.equal(await refusal(world, made.session, walletAnswer(made)), undefined);
});

test("a wallet's error is no result: 400, and the person's refusal ends the request", async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const protocol = 'openid4vp-v1-signed';
  assert.equal(
    await refusal(world, made.session, { protocol, data: { error: 'invalid_request' } }),
    '400 wallet_error',
  );
  assert.equal((await progressOf(world, made.session)).state, 'requested');
  const declined = { protocol, data: { error: 'access_denied' } };
  assert.equal(await refusal(world, made.session, declined), '400 wallet_error');
  assert.equal((await progressOf(world, made.session)).state, 'rejected');
  assert.equal(await refusal(world, made.session, declined), '400 wallet_error', 'the same again');
  assert.equal(await refusal(world, made.session, walletAnswer(made)), '400 already_answered');
});

test('the tenth refused answer ends the request, and its key is erased', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const bad = (): Entry => walletAnswer(made, { aud: 'origin:https://evil.example' });
  for (let n = 0; n < 10; n += 1) assert.equal(await refusal(world, made.session, bad()), '400 kb_aud');
  const { presentation } = await world.stored(made.session);
  assert.deepEqual([presentation?.progress.state, presentation?.sealedKey], ['rejected', undefined]);
  assert.equal(await refusal(world, made.session, walletAnswer(made)), '400 already_answered');
});

test('after the end of the request nothing is accepted or recorded', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create({ expiresIn: 30 });
  const before = await world.stored(made.session);
  world.now += 30_000;
  assert.equal(await refusal(world, made.session, walletAnswer(made)), '400 expired');
  assert.equal(await refusal(world, made.session, { error: 'NotAllowedError' }), '400 expired');
  assert.deepEqual((await world.stored(made.session)).presentation, before.presentation);
});

test('an unknown session, one of another tenant and one without such a request', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  assert.equal(await refusal(world, 'nothing', walletAnswer(made)), '404 session_unknown');
  assert.equal(await refusal(world, made.session, walletAnswer(made), 'other'), '404 session_unknown');
  const { session } = await world.ask();
  assert.equal(await refusal(world, session, walletAnswer(made)), '409 dc_api_not_asked');
  assert.equal((await progressOf(world, made.session)).state, 'created');
});

test('a repeat after the erasure of what was presented says so', async (t) => {
  const world = await openPageWorld(t);
  const made = await world.create();
  const answer = { ...walletAnswer(made) };
  await world.answer(made.session, answer);
  const stored = await world.stored(made.session);
  const { presentation } = stored;
  assert.ok(presentation?.progress.state === 'verified');
  const { sealedCredentials: _, ...progress } = presentation.progress;
  const { rev, ...rest } = stored;
  await world.platform.store.replace(sessions, { ...rest, rev, presentation: { ...presentation, progress } });
  assert.deepEqual((await world.answer(made.session, answer)).body, {
    session: made.session,
    status: 'verified',
    credentialsErased: true,
  });
});
