import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { importPublicJwk, publicJwkOf } from '../../src/crypto/jwk.ts';
import { createKnownKeys } from '../../src/crypto/known-keys.ts';

test('what is known is bounded: the least recently used key is imported again', () => {
  const known = createKnownKeys();
  const jwk = publicJwkOf(generateKeyPair().publicKey);
  const { publicKey } = generateKeyPair();
  const first = importPublicJwk(jwk, known);
  for (let i = 0; i < 1999; i += 1) known.imported.set(String(i), publicKey);
  assert.equal(importPublicJwk(jwk, known), first);
  for (let i = 0; i < 2000; i += 1) known.imported.set(String(i), publicKey);
  assert.notEqual(importPublicJwk(jwk, known), first);
});

test('each one knows only what it was used for', () => {
  const jwk = publicJwkOf(generateKeyPair().publicKey);
  assert.notEqual(importPublicJwk(jwk, createKnownKeys()), importPublicJwk(jwk, createKnownKeys()));
});
