/** A new request: separate values for each wallet, with secrets encrypted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { createConfigurations } from '../../src/query/configurations.ts';
import { newRequest } from '../../src/request/new-request.ts';
import { openResponseKey } from '../../src/request/response-key.ts';
import { openRequest } from '../../src/request/sealed-request.ts';
import { openVerifier, type World } from '../world.ts';

async function make(world: World, responseMode: 'direct_post' | 'direct_post.jwt', more: object = {}) {
  const configuration = await createConfigurations(world.platform).get('default', 'question');
  assert.ok(configuration !== undefined);
  const session = { id: 's', tenant: 'default', handle: 'handle4567890123456789' };
  const requestUri = 'https://verifier.example/request/a';
  const asked = { session, configuration, requestUri, requestHash: 'hash', responseMode, ...more };
  const made = await newRequest(world.platform, asked);
  const vault = await world.platform.vaults.of('default');
  return { ...made, vault, request: openRequest(vault, 's', made.presentation.sealedRequest) };
}

test('a request begins created, with a nonce, a state and a key of its own', async (t) => {
  const world = await openVerifier(t);
  const [one, other] = [await make(world, 'direct_post.jwt'), await make(world, 'direct_post.jwt')];
  const { configurationId, requestHash, failures, progress } = one.presentation;
  assert.deepEqual([configurationId, requestHash, failures, progress], ['question', 'hash', 0, { state: 'created' }]);
  assert.equal(one.clientId, one.request.clientId);
  for (const value of ['nonce', 'stateHash', 'keyIdHash', 'sealedKey'] as const) {
    assert.ok(one.presentation[value] !== undefined);
    assert.notEqual(one.presentation[value], other.presentation[value]);
  }
});

test('the value that the wallet returns finds the session, and only its hash is stored in plain', async (t) => {
  const { presentation, request, vault } = await make(await openVerifier(t), 'direct_post.jwt');
  const key = request.encryptionKey ?? assert.fail('no key');
  assert.equal(parseReference(request.state)?.hash, presentation.stateHash);
  assert.equal(parseReference(key.kid)?.hash, presentation.keyIdHash);
  const privateKey = openResponseKey(vault, 's', presentation.sealedKey ?? '');
  assert.equal(privateKey.x, key.jwk.x);
  assert.ok(!Object.hasOwn(key.jwk, 'd'), 'the wallet gets no private key');
  assert.ok(!JSON.stringify(presentation).includes(request.state));
});

test('an unencrypted answer needs no key; the request stores its options', async (t) => {
  const life = { createdAt: 1, expiresAt: 2 };
  const more = { transactionData: ['d'], redirectUri: 'https://shop.example/', life };
  const { presentation, request } = await make(await openVerifier(t), 'direct_post', more);
  assert.deepEqual(
    [presentation.sealedKey, presentation.keyIdHash, request.encryptionKey],
    [undefined, undefined, undefined],
  );
  assert.deepEqual([request.transactionData, request.redirectUri], [['d'], 'https://shop.example/']);
  assert.deepEqual(presentation.life, life);
});
