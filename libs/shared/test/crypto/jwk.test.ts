import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { calculateJwkThumbprint } from 'jose';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { importPublicJwk, jwkThumbprint, publicJwk, publicJwkOf } from '../../src/crypto/jwk.ts';
import { createKnownKeys } from '../../src/crypto/known-keys.ts';
import { refusal, refuses } from './refuses.ts';

const pair = generateKeyPair();
const jwk = publicJwkOf(pair.publicKey);

test('a public P-256 key is imported, once', () => {
  const known = createKnownKeys();
  const key = importPublicJwk(jwk, known);
  assert.ok(key.equals(pair.publicKey));
  const more = { ...jwk, kid: 'a', use: 'sig', alg: 'ES256', key_ops: ['verify'], ext: true };
  assert.equal(importPublicJwk(more, known), key);
  assert.notEqual(importPublicJwk(more), key);
});

test('only the four members of the key are kept', () => {
  assert.deepEqual(publicJwk({ ...jwk, kid: 'a', extra: [1] }), jwk);
  assert.deepEqual(publicJwkOf(pair.privateKey), jwk);
});

test('the thumbprint is that of RFC 7638', async () => {
  assert.equal(jwkThumbprint(jwk), await calculateJwkThumbprint({ ...jwk }));
});

const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const offCurve = { ...jwk, y: Buffer.alloc(32, 1).toString('base64url') };

const hostile: Record<string, unknown> = {
  nothing: undefined,
  'a text': JSON.stringify(jwk),
  'a list': [jwk],
  null: null,
  'a private key': { ...jwk, d: jwk.x },
  'an empty d': { ...jwk, d: '' },
  'a symmetric key': { kty: 'oct', k: 'AAAA' },
  'an additional k': { ...jwk, k: 'AAAA' },
  'P-384': p384,
  RSA: rsa,
  Ed25519: ed25519,
  'kty in lower case': { ...jwk, kty: 'ec' },
  'crv as a list': { ...jwk, crv: ['P-256'] },
  'off the curve': offCurve,
  'point at zero': { ...jwk, x: Buffer.alloc(32).toString('base64url'), y: Buffer.alloc(32).toString('base64url') },
  'x with padding': { ...jwk, x: `${jwk.x}=` },
  'x with a leading zero octet': {
    ...jwk,
    x: Buffer.concat([Buffer.alloc(1), Buffer.from(jwk.x, 'base64url')]).toString('base64url'),
  },
  'x too short': { ...jwk, x: jwk.x.slice(0, 40) },
  'x as a number': { ...jwk, x: 1 },
  'no y': { kty: 'EC', crv: 'P-256', x: jwk.x },
  'for encryption': { ...jwk, use: 'enc' },
  'for another algorithm': { ...jwk, alg: 'ECDH-ES' },
  'for other operations': { ...jwk, key_ops: ['deriveBits'] },
  'key_ops as a text': { ...jwk, key_ops: 'verify' },
  'members of a prototype': Object.create(jwk),
};

for (const [name, value] of Object.entries(hostile)) {
  test(`refused: ${name}`, () => refuses(() => importPublicJwk(value), 'key'));
}

test('a public key made by createPublicKey has the same JWK', () => {
  assert.deepEqual(publicJwkOf(createPublicKey({ key: { ...jwk }, format: 'jwk' })), jwk);
});

test('keys of other kinds have no such JWK', () => {
  refuses(() => publicJwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey), 'key');
  refuses(() => publicJwkOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey), 'key');
});

const faults: readonly [value: unknown, facts: object][] = [
  [undefined, { detail: 'missing' }],
  ['a text', { detail: 'no_jwk' }],
  [{ ...jwk, d: jwk.x }, { detail: 'private' }],
  [{ ...jwk, use: 'enc' }, { detail: 'not_for_signatures' }],
  [
    { ...jwk, alg: 'ES384' },
    { claim: 'alg', expected: 'ES256', received: 'ES384' },
  ],
  [
    { ...jwk, crv: 'P-384' },
    { claim: 'crv', expected: 'P-256', received: 'P-384' },
  ],
  [{ ...jwk, x: 'AAAA' }, { detail: 'coordinate' }],
  [{ ...jwk, y: jwk.x }, { detail: 'not_on_curve' }],
];
for (const [value, facts] of faults) {
  test(`a refused key says why: ${JSON.stringify(facts)}`, () => {
    assert.deepEqual(refusal(() => importPublicJwk(value), 'key').facts, facts);
  });
}
