import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf, elementsOf, TAG } from '../../src/crypto/der.ts';

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('elements in a row are read with their tags and contents, of short and long lengths', () => {
  const long = Buffer.alloc(200, 1);
  const row = Buffer.concat([bytes('02 01 07 05 00 04 81 c8'), long]);
  assert.deepEqual(elementsOf(row), [
    { tag: TAG.integer, content: bytes('07') },
    { tag: 0x05, content: Buffer.alloc(0) },
    { tag: TAG.octetString, content: long },
  ]);
  assert.deepEqual(elementsOf(Buffer.alloc(0)), []);
});

test('children are the elements of a content, and a missing element has none', () => {
  const [sequence] = elementsOf(bytes('30 06 02 01 01 02 01 02')) ?? [];
  assert.deepEqual(
    childrenOf(sequence)?.map(({ content }) => content[0]),
    [1, 2],
  );
  assert.equal(childrenOf(undefined), undefined);
});

for (const [what, text] of [
  ['a tag without a length', '02'],
  ['a length beyond the end', '04 02 01'],
  ['an indefinite length', '30 80 00 00'],
  ['a length of five bytes', '04 85 00 00 00 00 01 00'],
  ['a length that is cut off', '04 82 01'],
] as const) {
  test(`${what} is not read`, () => assert.equal(elementsOf(bytes(text)), undefined));
}
