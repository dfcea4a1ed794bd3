import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownKeys } from '@countersign/shared/crypto/known-keys';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { refusal, refuses } from '@countersign/shared/test/crypto/refuses';
import { newWalletKeyPair, walletJwk } from '@countersign/shared/test/crypto/wallet-jws';
import { calculateJwkThumbprint } from 'jose';
import { importSignatureJwk } from '../../../src/client/attestation/signature-jwk.ts';

const jwkOf = (alg: 'ES256' | 'ES384' | 'ES512'): JsonObject =>
  ({ ...walletJwk(newWalletKeyPair(alg).publicKey) }) as JsonObject;

for (const alg of ['ES256', 'ES384', 'ES512'] as const) {
  test(`a key for ${alg}, with its thumbprint`, async () => {
    const jwk = jwkOf(alg);
    const known = createKnownKeys();
    const found = importSignatureJwk({ ...jwk, kid: '0', alg, use: 'sig', key_ops: ['verify'] }, known);
    assert.equal(found.thumbprint, await calculateJwkThumbprint(jwk as never));
    assert.equal(importSignatureJwk(jwk, known).key, found.key);
    assert.notEqual(importSignatureJwk(jwk).key, found.key);
    assert.deepEqual(walletJwk(found.key), jwk);
  });
}

const p256 = jwkOf('ES256');
const p384 = jwkOf('ES384');
const hostile: Readonly<Record<string, Json | undefined>> = {
  nothing: undefined,
  'a text': 'x',
  'no curve': { ...p256, crv: undefined as never },
  'a curve of another kind': { kty: 'OKP', crv: 'Ed25519', x: p256.x ?? null },
  'a curve that is an inherited name': { ...p256, crv: '__proto__' },
  'the wrong type': { ...p256, kty: 'OKP' },
  'the curve of another key': { ...p256, crv: 'P-384' },
  'a point off the curve': { ...p384, y: p384.x ?? null },
  'a coordinate that is short': { ...p384, x: p256.x ?? null },
  'a private key': { ...p384, d: p384.x ?? null },
  'a key for encryption': { ...p384, use: 'enc' },
  'a key that only signs': { ...p384, key_ops: ['sign'] },
  'a key for another algorithm': { ...p384, alg: 'ES256' },
};

for (const [name, jwk] of Object.entries(hostile)) {
  test(`refused: ${name}`, () => refuses(() => importSignatureJwk(jwk), 'key'));
}

const faults: readonly [jwk: Json | undefined, facts: object][] = [
  [undefined, { detail: 'missing' }],
  [{ ...p384, d: 'AA' }, { detail: 'private' }],
  [
    { ...p256, crv: 'P-192' },
    { claim: 'crv', expectedAny: ['P-256', 'P-384', 'P-521'], received: 'P-192' },
  ],
  [
    { ...p384, alg: 'ES256' },
    { claim: 'alg', expected: 'ES384', received: 'ES256' },
  ],
  [{ ...p256, x: 'AAAA' }, { detail: 'coordinate' }],
  [{ ...p256, y: p256.x ?? null }, { detail: 'not_on_curve' }],
];
for (const [jwk, facts] of faults) {
  test(`a refused key says why: ${JSON.stringify(facts)}`, () => {
    assert.deepEqual(refusal(() => importSignatureJwk(jwk), 'key').facts, facts);
  });
}
