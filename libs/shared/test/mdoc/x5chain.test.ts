import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CborValue } from '../../src/mdoc/cbor-value.ts';
import { readX5chain, writeX5chain } from '../../src/mdoc/x5chain.ts';

const [first, second] = [Buffer.from('first'), Buffer.from('second')];

test('one certificate is a byte string, several are an array', () => {
  assert.deepEqual(writeX5chain([first.toString('base64')]), first);
  const two = writeX5chain([first, second].map((certificate) => certificate.toString('base64')));
  assert.deepEqual(two, [first, second]);
  assert.deepEqual(readX5chain(two), [first, second]);
  assert.deepEqual(readX5chain(first), [first]);
  assert.deepEqual(readX5chain([first]), [first]);
});

test('a value of another form is no chain', () => {
  for (const value of [
    undefined,
    null,
    'text',
    1,
    [],
    ['text'],
    [first, 'text'],
    [[first]],
    new Map(),
  ] as CborValue[]) {
    assert.equal(readX5chain(value), undefined);
  }
});
