import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, sha256 } from '../../src/crypto/sha256.ts';

test('the vector of FIPS 180, and the code challenge of RFC 7636, appendix B', () => {
  assert.equal(sha256('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(hashOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('a text is hashed as UTF-8, bytes as they are', () => {
  assert.deepEqual(sha256('Möbius'), sha256(Buffer.from('4dc3b662697573', 'hex')));
  assert.equal(hashOf(new Uint8Array([0, 255])), sha256(Buffer.of(0, 255)).toString('base64url'));
});
