import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { annotationOf } from '@countersign/shared/http/annotation';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { issuer, presentationOf } from '../presentation/presentations.ts';
import { openVerifier, type World } from '../world.ts';

/** Posts a response; returns the refusal's reason. */
async function refusal(world: World, body: JsonObject): Promise<string | undefined> {
  try {
    await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.code === 'invalid_request', String(error));
    return error.options.detail;
  }
  return undefined;
}

test('an answer after the end of its request is not verified: it changes and counts nothing', async (t) => {
  const world = await openVerifier(t);
  const clear = await world.ask({ response_mode: 'direct_post', expiresIn: 30 });
  const { state } = clear.request;
  const bad = { vp_token: JSON.stringify({ pid: [presentationOf()] }), state };
  world.now += 29_999;
  assert.equal(await refusal(world, bad), 'kb_nonce');
  const { rev: _, lastRefusal: first, ...before } = await world.stored(clear.session);
  assert.deepEqual([before.presentation?.failures, first?.reason, first?.credential], [1, 'kb_nonce', 'pid']);
  const { progress } = before.presentation ?? assert.fail();
  assert.deepEqual(progress, { state: 'requested', lastError: 'kb_nonce', credential: 'pid' });
  world.now += 1;
  for (const body of [bad, { error: 'access_denied', state }, { error: 'wallet_unavailable', state }]) {
    assert.equal(await refusal(world, body), 'expired');
  }
  const { rev: __, lastRefusal: last, ...after } = await world.stored(clear.session);
  assert.deepEqual(after, before);
  assert.equal(last?.reason, 'expired');
});

test('an encrypted answer after the end is not decrypted', async (t) => {
  const world = await openVerifier(t);
  const { request } = await world.ask({ expiresIn: 30 });
  const kid = request.client_metadata.jwks?.keys[0]?.kid ?? '';
  const response = encrypt({ text: Buffer.from('{}'), publicKey: generateKeyPair().publicKey, kid });
  assert.equal(await refusal(world, { response }), 'decrypt');
  world.now += 30_000;
  assert.equal(await refusal(world, { response }), 'expired');
});

const webhook = { url: 'https://backend.example/hook' };

/** Types and data of the events of a session, without the ids in them. */
async function eventsOf(world: World, session: string): Promise<readonly unknown[]> {
  const { pendingDeliveries, outbox } = await world.stored(session);
  assert.deepEqual(
    outbox.map(({ event }) => event.id),
    pendingDeliveries.map(({ id }) => id),
    'each event is marked by the write that pushes it',
  );
  return pendingDeliveries.map(({ type, data: { configuration: _, request: __, ...data } }) => [type, data]);
}

test('each refused answer is an event, with its reason and its query, up to the tenth, which ends the request', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask({ response_mode: 'direct_post', webhook });
  const bad = { vp_token: JSON.stringify({ pid: [presentationOf()] }), state: request.state };
  for (let n = 0; n < 12; n += 1) await refusal(world, bad);
  const refused = ['presentation.refused.v1', { reason: 'kb_nonce', credential: 'pid' }];
  const rejected = ['presentation.rejected.v1', { reason: 'kb_nonce' }];
  assert.deepEqual(await eventsOf(world, session), [...Array.from({ length: 9 }, () => refused), rejected]);
});

test('an answer of another request, or of the wrong form, publishes no event', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask({ response_mode: 'direct_post', webhook });
  const { state } = request;
  for (const body of [
    { vp_token: '{', state },
    { vp_token: '{"other":["x"]}', state },
    { vp_token: '{}', state: 'x' },
  ]) {
    assert.notEqual(await refusal(world, body), undefined);
  }
  assert.deepEqual(await eventsOf(world, session), []);
});

test('errors of wallets: published where they count or end the request, with codes of the standard', async (t) => {
  const world = await openVerifier(t);
  const jwt = await world.ask({ webhook });
  for (const error of ['access_denied', 'access_denied', 'Erika Mustermann']) {
    await refusal(world, { error, state: jwt.request.state });
  }
  const about = (reason: string) => ['presentation.refused.v1', { reason, credential: '' }];
  assert.deepEqual(await eventsOf(world, jwt.session), [about('access_denied'), about('other')]);
  const clear = await world.ask({ response_mode: 'direct_post', webhook });
  const { state } = clear.request;
  for (let n = 0; n < 20; n += 1)
    await refusal(world, { error: 'wallet_unavailable', error_description: `${n}`, state });
  assert.deepEqual(await eventsOf(world, clear.session), [], 'errors that are not counted publish no events');
  await refusal(world, { error: 'access_denied', state });
  assert.deepEqual(await eventsOf(world, clear.session), [['presentation.rejected.v1', { reason: 'access_denied' }]]);
});

/** Posts a response; returns its refusal with reason and facts, and the checks that ran. */
async function refusedFor(world: World, body: JsonObject) {
  const reply = world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  const error = await reply.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ProtocolError, JSON.stringify(error));
  const { reason, facts } = error.options;
  const checks = (annotationOf(error)?.checks ?? []).map(({ check, ok }) => `${ok ? '' : 'not '}${check}`);
  return { reason, facts, checks };
}

test('the reason and its facts say what to change, and the checks how far the answer got', async (t) => {
  const world = await openVerifier(t);
  const { request } = await world.ask({ response_mode: 'direct_post', expiresIn: 30 });
  const { state, nonce, client_id: clientId } = request;
  const answer = (token: string) => ({ vp_token: JSON.stringify({ pid: [token] }), state });
  const found = ['parseAuthorizationResponse', 'answeredSession', 'checkTime', 'checkResponseMode', 'checkVpToken'];

  const unprefixed = clientId.slice(clientId.indexOf(':') + 1);
  assert.deepEqual(await refusedFor(world, answer(presentationOf({ keyBinding: { nonce, aud: unprefixed } }))), {
    reason: 'response_legacy',
    facts: {
      claim: 'aud',
      expected: clientId,
      received: unprefixed,
      credential: 'pid',
      difference: "the client id's prefix is missing",
    },
    checks: [...found, 'parseSdJwtVc', 'not compareKeyBinding'],
  });

  // The world doesn't trust this presentation's issuer. It has only its own anchor.
  const stranger = await refusedFor(world, answer(presentationOf({ keyBinding: { nonce, aud: clientId } })));
  const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
  assert.deepEqual(stranger.facts, {
    credential: 'pid',
    detail: 'no_anchor',
    place: 'CONFIG_FOLDER/trust/issuers',
    ...certificateFacts(leaf),
  });
  const compared = ['parseSdJwtVc', 'compareKeyBinding', 'checkTimes', 'matchType', 'anchorsFor'];
  assert.deepEqual(
    [stranger.reason, stranger.checks],
    ['issuer_trust', [...found, ...compared, 'not verifyCertificatePath']],
  );

  assert.deepEqual(await refusedFor(world, { ...answer('x'), state: 'y' }), {
    reason: 'state',
    facts: { detail: 'another' },
    checks: ['parseAuthorizationResponse', 'not answeredSession'],
  });
  world.now += 35_000;
  const late = await refusedFor(world, answer('x'));
  assert.deepEqual([late.reason, late.facts], ['expired', { expiredSeconds: 5, state: 'requested' }]);
});

test('what is accepted, but should be known, is a note: an error of the wallet, and the parameter of a draft', async (t) => {
  const world = await openVerifier(t);
  const post = (body: JsonObject) => world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  const first = await world.ask();
  const { annotation } = await post({ error: 'wallet_unavailable', state: first.request.state });
  assert.deepEqual(annotation?.notes, [{ reason: 'wallet_error', facts: { received: 'wallet_unavailable' } }]);
  const named = await world.ask();
  const other = await post({ error: 'Erika Mustermann', state: named.request.state });
  assert.deepEqual(other.annotation?.notes, [{ reason: 'wallet_error', facts: { received: 'other' } }]);

  const draft = await world.ask({ response_mode: 'direct_post' });
  const older = { vp_token: '{"pid":["x"]}', presentation_submission: '{}', state: draft.request.state };
  const error = await post(older).catch((thrown: unknown) => thrown);
  const facts = { parameter: 'presentation_submission', presentName: 'vp_token' };
  assert.deepEqual(annotationOf(error)?.notes, [{ reason: 'response_legacy', facts }]);
  const { reason } = await refusedFor(world, { ...older, vp_token: 'eyJ.e30.x~' });
  assert.equal(reason, 'response_legacy');
});
