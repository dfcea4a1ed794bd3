import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSE_NUMBER, coseAlgorithms } from '../../src/mdoc/cose-algorithms.ts';

test('an algorithm has one curve, and the hash of its size', () => {
  assert.deepEqual(
    [...coseAlgorithms].map(([number, { curve, ecdsa }]) => [number, curve, ecdsa?.hash]),
    [
      [-7, 'prime256v1', 'sha256'],
      [-9, 'prime256v1', 'sha256'],
      [-35, 'secp384r1', 'sha384'],
      [-51, 'secp384r1', 'sha384'],
      [-36, 'secp521r1', 'sha512'],
      [-52, 'secp521r1', 'sha512'],
      [-8, 'ed25519', undefined],
      [-19, 'ed25519', undefined],
    ],
  );
});

test('what the server writes is what it reads', () => {
  for (const number of Object.values(COSE_NUMBER)) assert.ok(coseAlgorithms.has(number));
});
