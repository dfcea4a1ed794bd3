import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CborError, type CborReason } from '../../src/mdoc/cbor-error.ts';
import { byteKey, type CborValue, isCborMap, Tagged } from '../../src/mdoc/cbor-value.ts';
import { readCbor } from '../../src/mdoc/read-cbor.ts';

const read = (hex: string): CborValue => readCbor(Buffer.from(hex, 'hex'));

/** RFC 8949, appendix A. */
const examples: readonly (readonly [string, CborValue])[] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['190100', 256],
  ['1a000f4240', 1_000_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
  ['3bffffffffffffffff', -18_446_744_073_709_551_616n],
  ['20', -1],
  ['3903e7', -1000],
  ['f90000', 0],
  ['f93c00', 1],
  ['fb3ff199999999999a', 1.1],
  ['f97bff', 65_504],
  ['fa47c35000', 100_000],
  ['f90001', 2 ** -24],
  ['f97c00', Number.POSITIVE_INFINITY],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['f7', undefined],
  ['4401020304', Buffer.of(1, 2, 3, 4)],
  ['62c3bc', 'ü'],
  ['83010203', [1, 2, 3]],
  ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
  [
    'a26161016162820203',
    new Map<string, CborValue>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
  ['bf63466f6ff563416d7421ff', new Map<string, CborValue>([...Object.entries({ Foo: true, Amt: -2 })])],
];

test('the examples of RFC 8949', () => {
  for (const [hex, value] of examples) assert.deepEqual(read(hex), value, hex);
  assert.ok(Number.isNaN(read('f97e00')));
});

test('a tag keeps the bytes that it was read from, its own head too', () => {
  const tagged = read('d818456449455446');
  assert.ok(tagged instanceof Tagged);
  assert.equal(tagged.tag, 24);
  assert.deepEqual(tagged.value, Buffer.from('6449455446', 'hex'));
  assert.equal(tagged.encoded?.toString('hex'), 'd818456449455446');
});

const refusals: Readonly<Record<CborReason, readonly string[]>> = {
  truncated: ['', '18', '1900', '1a0000', '8118', 'a10118'],
  trailing_bytes: ['0000', 'f6f6'],
  too_deep: [`${'81'.repeat(17)}00`, `${'c0'.repeat(200_000)}00`],
  too_many_items: [`99${(20_001).toString(16)}${'00'.repeat(20_001)}`],
  length: ['4200', '5affffffff', '9b0000000100000000', 'bb0000000100000000', '5bffffffffffffffff', 'a2', '8301'],
  chunked_string: ['5f42010243030405ff', '7f657374726561646d696e67ff'],
  not_utf8: ['62c328', '61ff'],
  key: ['a1f500', 'a1f93c0000', 'a1800000', 'a1410000', 'a11bffffffffffffffff00'],
  duplicate_key: ['a201000100', 'a2616100616100', 'a20100180100'],
  reserved: ['1c', '1f', 'ff', 'f8ff', 'e0', '81ff'],
};

for (const [reason, inputs] of Object.entries(refusals)) {
  test(`refused as ${reason}`, () => {
    for (const hex of inputs) {
      assert.throws(
        () => read(hex),
        (error) => error instanceof CborError && error.reason === reason,
        hex.slice(0, 40),
      );
    }
  });
}

test('a bignum stays a tagged byte string', () => {
  const tagged = readCbor(Buffer.concat([Buffer.from('c25a00040000', 'hex'), Buffer.alloc(262_144, 0xff)]));
  assert.ok(tagged instanceof Tagged && Buffer.isBuffer(tagged.value));
});

test('byte strings are keys where the caller allows them, and equal no text', () => {
  const bytes = Buffer.from('a44101f541ff006101f460f6', 'hex');
  const map = readCbor(bytes, { byteKeys: true });
  assert.ok(isCborMap(map));
  assert.deepEqual(
    [map.get(byteKey(Buffer.of(1))), map.get(byteKey(Buffer.of(255))), map.get('\u0001')],
    [true, 0, false],
  );
  assert.equal(map.has(byteKey(Buffer.of(2))), false);
  const twice = Buffer.from('a2410100410100', 'hex');
  assert.throws(() => readCbor(twice, { byteKeys: true }), { reason: 'duplicate_key' });
});

test('the caller may set another limit of values', () => {
  assert.deepEqual(readCbor(Buffer.from('820001', 'hex'), { maxItems: 3 }), [0, 1]);
  assert.throws(() => readCbor(Buffer.from('820001', 'hex'), { maxItems: 2 }), { reason: 'too_many_items' });
});
