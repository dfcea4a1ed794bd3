/** Keys of each algorithm sign what `jose` verifies; other keys are refused. */
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { calculateJwkThumbprint, jwtVerify } from 'jose';
import { jwkThumbprint } from '../../src/crypto/jwk.ts';
import { parseJwt, signJwtWith, verifyJwt } from '../../src/crypto/jwt.ts';
import { JwtError } from '../../src/crypto/jwt-error.ts';
import { algorithmOf, localSign, signingJwkOf } from '../../src/crypto/signing-algorithm.ts';

const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: generateKeyPairSync('ed25519'),
};

for (const [alg, { privateKey, publicKey }] of Object.entries(pairs)) {
  test(`${alg}: the header names it, and another library verifies it`, async () => {
    const found = algorithmOf(privateKey) ?? assert.fail('no algorithm');
    assert.equal(found, alg);
    const key = { alg: found, sign: localSign(privateKey) };
    const token = await signJwtWith(key, { header: { typ: 'x' }, payload: { a: 1 } });
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, { algorithms: [alg] });
    assert.deepEqual([payload, protectedHeader.alg], [{ a: 1 }, alg]);
    assert.deepEqual(verifyJwt({ token, typ: 'x', key: publicKey, algorithms: [found] }).payload, { a: 1 });
    if (alg !== 'ES256') assert.throws(() => parseJwt(token, { maxLength: 4096 }), JwtError);
  });

  test(`${alg}: the public JWK and its thumbprint`, async () => {
    for (const key of [privateKey, publicKey]) {
      const jwk = signingJwkOf(key);
      assert.ok(createPublicKey({ key: { ...jwk }, format: 'jwk' }).equals(publicKey));
      assert.equal(jwkThumbprint(jwk), await calculateJwkThumbprint({ ...jwk }));
    }
  });
}

test('other keys have no algorithm', () => {
  const others: readonly KeyObject[] = [
    generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey,
    generateKeyPairSync('ed448').privateKey,
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ];
  for (const key of others) {
    assert.equal(algorithmOf(key), undefined);
    assert.throws(() => localSign(key), JwtError);
    assert.throws(() => signingJwkOf(key), JwtError);
  }
});
