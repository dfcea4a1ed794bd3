import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';
import { test } from 'node:test';
import { generateAgreementJwk, generateKeyPair } from '../../src/crypto/generate-key.ts';
import { importPublicJwk } from '../../src/crypto/jwk.ts';

test('the halves of an agreement key belong together, and two parties agree', () => {
  const [one, other] = [generateAgreementJwk(), generateAgreementJwk()];
  assert.notEqual(one.d, other.d);
  const privateOf = (jwk: typeof one) => createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  const publicOf = ({ d: _, ...jwk }: typeof one) => importPublicJwk(jwk);
  assert.ok(createPublicKey(privateOf(one)).equals(publicOf(one)));
  const left = diffieHellman({ privateKey: privateOf(one), publicKey: publicOf(other) });
  const right = diffieHellman({ privateKey: privateOf(other), publicKey: publicOf(one) });
  assert.deepEqual(left, right);
});

test('every member has its full 32 bytes, also where the number is short', () => {
  // One in 256 scalars starts with a zero byte.
  for (let round = 0; round < 1500; round += 1) {
    const { x, y, d } = generateAgreementJwk();
    for (const member of [x, y, d]) assert.match(member, /^[\w-]{43}$/);
  }
});

test('a key pair belongs together', () => {
  const { privateKey, publicKey } = generateKeyPair();
  assert.ok(createPublicKey(privateKey).equals(publicKey));
  assert.equal(privateKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
});
