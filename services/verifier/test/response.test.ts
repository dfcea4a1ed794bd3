import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { ProtocolError } from '@countersign/shared/errors';
import type { JsonObject } from '@countersign/shared/json';
import { encrypt } from './protocol/encrypted-response.ts';
import { presentationOf } from './protocol/presentations.ts';
import { openVerifier, type World } from './world.ts';

/** Posts an answer; the reason of its refusal. */
async function refusal(world: World, body: JsonObject): Promise<string | undefined> {
  try {
    await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.code === 'invalid_request', String(error));
    return error.options.detail;
  }
  return undefined;
}

test('what comes after the end of a request is not even looked at: it ends nothing and counts for nothing', async (t) => {
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

test('what comes encrypted after the end is not opened', async (t) => {
  const world = await openVerifier(t);
  const { request } = await world.ask({ expiresIn: 30 });
  const kid = request.client_metadata.jwks?.keys[0]?.kid ?? '';
  const response = encrypt({ text: Buffer.from('{}'), publicKey: generateKeyPair().publicKey, kid });
  assert.equal(await refusal(world, { response }), 'decrypt');
  world.now += 30_000;
  assert.equal(await refusal(world, { response }), 'expired');
});
