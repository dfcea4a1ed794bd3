import assert from 'node:assert/strict';
import { diffieHellman } from 'node:crypto';
import { test } from 'node:test';
import { generateAgreementJwk, generateKeyPair } from '../../src/crypto/generate-key.ts';
import { agreedSecret, concatKdf, isOnCurve } from '../../src/crypto/jwe-agreement.ts';
import { importPublicJwk, publicJwkOf } from '../../src/crypto/jwk.ts';

test('the derivation of RFC 7518, appendix C', () => {
  const secret = Buffer.from([
    158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156, 251, 49, 110, 163, 218, 128, 106, 72,
    246, 218, 167, 121, 140, 254, 144, 196,
  ]);
  const key = concatKdf(secret, { enc: 'A128GCM', apu: Buffer.from('Alice'), apv: Buffer.from('Bob') });
  assert.equal(key.toString('base64url'), 'VqqN6vgjbSBcIijNcacQGg');
});

test('both sides agree on one secret, the one of the other implementation', () => {
  const [mine, theirs] = [generateAgreementJwk(), generateKeyPair()];
  const secret = agreedSecret(mine, publicJwkOf(theirs.publicKey));
  const other = generateAgreementJwk();
  assert.deepEqual(agreedSecret(mine, other), agreedSecret(other, mine));
  assert.notDeepEqual(secret, agreedSecret(other, mine));
  const { d: _, ...point } = mine;
  const key = importPublicJwk(point);
  assert.deepEqual(secret, diffieHellman({ privateKey: theirs.privateKey, publicKey: key }));
});

test('a point off the curve, at zero, or of a wrong length is none', () => {
  const { x, y } = generateAgreementJwk();
  const zero = Buffer.alloc(32).toString('base64url');
  assert.ok(isOnCurve({ x, y }));
  const wrong = [
    { x, y: x },
    { x: y, y: x },
    { x: zero, y: zero },
    { x, y: zero },
    { x, y: '' },
    { x: `${x}AAAA`, y },
  ];
  for (const point of wrong) {
    assert.ok(!isOnCurve(point));
    assert.throws(() => agreedSecret(generateAgreementJwk(), point));
  }
});
