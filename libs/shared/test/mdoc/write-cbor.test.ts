import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CborKey, type CborValue, TAG, Tagged } from '../../src/mdoc/cbor-value.ts';
import { readCbor } from '../../src/mdoc/read-cbor.ts';
import { embedCbor, writeCbor } from '../../src/mdoc/write-cbor.ts';

const hexOf = (value: CborValue): string => writeCbor(value).toString('hex');

test('integers and lengths have the shortest head', () => {
  assert.deepEqual([0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_296, -1, -25].map(hexOf), [
    '00',
    '17',
    '1818',
    '18ff',
    '190100',
    '19ffff',
    '1a00010000',
    '1b0000000100000000',
    '20',
    '3818',
  ]);
  assert.equal(hexOf(18_446_744_073_709_551_615n), '1bffffffffffffffff');
  assert.equal(hexOf(-18_446_744_073_709_551_616n), '3bffffffffffffffff');
  assert.throws(() => hexOf(18_446_744_073_709_551_616n), RangeError);
});

test('a tag that was read is written as received, a new one with its head', () => {
  const received = readCbor(Buffer.from('d8185803010203', 'hex'));
  assert.equal(hexOf(received), 'd8185803010203');
  assert.equal(hexOf(embedCbor(Buffer.of(1, 2, 3))), 'd81843010203');
  assert.equal(hexOf(new Tagged(TAG.fullDate, '2026-01-02')), 'd903ec6a323032362d30312d3032');
});

const key: fc.Arbitrary<CborKey> = fc.oneof(fc.string(), fc.maxSafeInteger());
const { value } = fc.letrec<{ readonly value: CborValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string(),
    fc.maxSafeInteger(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
    fc.double({ noInteger: true, noNaN: true }),
    fc.constantFrom(true, false, null, undefined),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 5, selector: ([name]) => name })
      .map((all) => new Map(all)),
  ),
}));

test('what is written is read back as it was', () => {
  fc.assert(
    fc.property(value, (one) => {
      assert.deepEqual(readCbor(writeCbor(one)), one);
    }),
  );
});
