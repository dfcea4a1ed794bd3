import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { readKeys } from '../../../src/pages/keys/wallet-key.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });

test('a public key is read from PEM, a JWK and a JWK set', () => {
  const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));
  assert.deepEqual(readKeys(pem), { ok: true, keys: [jwk] });
  assert.deepEqual(readKeys(`${pem}\n${pem}`), { ok: true, keys: [jwk, jwk] });
  assert.deepEqual(readKeys(JSON.stringify(jwk)), { ok: true, keys: [jwk] });
  assert.deepEqual(readKeys(JSON.stringify({ keys: [jwk] })), { ok: true, keys: [jwk] });
});

test('a private key is named as such', () => {
  for (const typed of [
    String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    JSON.stringify(privateKey.export({ format: 'jwk' })),
  ]) {
    assert.deepEqual(readKeys(typed), { ok: false, why: 'private' });
  }
});

test('anything else is no key', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  const texts = [
    'x',
    '{}',
    '[]',
    'null',
    '{"keys":[]}',
    '{"keys":[1]}',
    String(other.export({ format: 'pem', type: 'spki' })),
  ];
  for (const typed of [...texts, '-----BEGIN PUBLIC KEY-----\nA\n-----END PUBLIC KEY-----']) {
    assert.deepEqual(readKeys(typed), { ok: false, why: 'unreadable' }, typed);
  }
  assert.deepEqual(readKeys(' \n'), { ok: false, why: 'empty' });
});
