import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cbor, CborRefused, CborTag, decodeCbor, embedded, encodeCbor } from '../../src/mdoc/cbor.ts';

/** Examples of RFC 8949, appendix A. */
const examples: readonly (readonly [Cbor, string])[] = [
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [1000, '1903e8'],
  [1000000, '1a000f4240'],
  [1000000000000, '1b000000e8d4a51000'],
  [18446744073709551615n, '1bffffffffffffffff'],
  [-1, '20'],
  [-1000, '3903e7'],
  [-18446744073709551616n, '3bffffffffffffffff'],
  [1.1, 'fb3ff199999999999a'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [undefined, 'f7'],
  [Buffer.from('01020304', 'hex'), '4401020304'],
  ['ü', '62c3bc'],
  [[1, [2, 3]], '8201820203'],
  [
    new Map<Cbor, Cbor>([
      ['a', 1],
      [-2, [2]],
    ]),
    'a2616101218102',
  ],
  [new CborTag(1004, '1940-10-09'), 'd903ec6a313934302d31302d3039'],
];

test('values are encoded, and read again, as the standard has them', () => {
  for (const [value, hex] of examples) {
    assert.equal(encodeCbor(value).toString('hex'), hex);
    assert.deepEqual(decodeCbor(Buffer.from(hex, 'hex')), value);
  }
});

test('a float of four bytes is read, and an integer beyond 64 bits not written', () => {
  assert.equal(decodeCbor(Buffer.from('fa47c35000', 'hex')), 100000);
  assert.throws(() => encodeCbor(1n << 64n), RangeError);
});

test('tag 24 holds an encoded value', () => {
  assert.equal(encodeCbor(embedded([1])).toString('hex'), 'd818428101');
});

for (const [name, hex] of Object.entries({
  'bytes behind the value': '0000',
  'an end within a value': '820',
  'a length in more bytes than it needs': '1817',
  'a length of two bytes that fits one': '1900ff',
  'an indefinite array': '9f01ff',
  'an indefinite text': '7f6161ff',
  'a length beyond the bytes': '5b00000001ffffffff',
  'a key twice': 'a201000100',
  'a key that is a list': 'a18000',
  'a text that is no UTF-8': '61ff',
  'a half float': 'f93c00',
  'a simple value': 'f0',
  'nesting without end': '81'.repeat(1000),
  nothing: '',
})) {
  test(`${name} is refused`, () => {
    assert.throws(() => decodeCbor(Buffer.from(hex.length % 2 === 0 ? hex : `${hex}1`, 'hex')), CborRefused);
  });
}
