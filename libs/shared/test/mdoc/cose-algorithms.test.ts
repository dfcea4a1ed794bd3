import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coseAlgorithms } from '../../src/mdoc/cose-algorithms.ts';

test('an algorithm has one curve, the hash of its size, and R and S of fixed length', () => {
  const byNumber = [...coseAlgorithms].map(([number, { curve, hash, signatureBytes }]) => [
    number,
    curve,
    hash,
    signatureBytes,
  ]);
  assert.deepEqual(byNumber, [
    [-7, 'prime256v1', 'sha256', 64],
    [-9, 'prime256v1', 'sha256', 64],
    [-35, 'secp384r1', 'sha384', 96],
    [-51, 'secp384r1', 'sha384', 96],
    [-36, 'secp521r1', 'sha512', 132],
    [-52, 'secp521r1', 'sha512', 132],
  ]);
});
