import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborMap, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { readIssuerSignedItems } from '../../src/mdoc/issuer-signed-items.ts';
import type { DigestAlgorithm, MobileSecurityObject } from '../../src/mdoc/mso.ts';
import { digestOf, embedded, map } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const members = {
  digestID: 7,
  random: Buffer.alloc(16, 1),
  elementIdentifier: 'name',
  elementValue: 'value',
} as const satisfies Record<string, CborValue>;

/** An item with other members, as received. */
function item(changes: Readonly<Record<string, CborValue>> = {}): CborValue {
  return received(embedded(new Map<string, CborValue>(Object.entries({ ...members, ...changes }))));
}

function received(value: CborValue): CborValue {
  return readCbor(writeCbor(value));
}

/** Reads items of one namespace whose digests the MSO has. */
function read(items: readonly CborValue[], digests: CborMap, digestAlgorithm: DigestAlgorithm = 'sha256') {
  const mso = { digestAlgorithm, valueDigests: map([['ns', digests]]) } as unknown as MobileSecurityObject;
  return readIssuerSignedItems(map([['ns', items]]), mso).get('ns');
}

/** Reads one item whose digest the MSO has under the id. */
const readOne = (one: CborValue, id = members.digestID as number) => read([one], new Map([[id, digestOf(one)]]));

test('an item is read where its digest is that of its id', () => {
  assert.deepEqual(readOne(item()), new Map([['name', 'value']]));
});

test('a digest is over the bytes as received, the head of the tag included', () => {
  const { encoded } = item() as Tagged;
  const inner = (encoded ?? Buffer.alloc(0)).subarray(4);
  // The same item with a length of four bytes.
  const long = Buffer.concat([Buffer.from('d8185a000000', 'hex'), Buffer.of(inner.length), inner]);
  const one = readCbor(long);
  assert.deepEqual(read([one], new Map([[7, digestOf(one)]])), new Map([['name', 'value']]));
  mdocRefusal(() => read([one], new Map([[7, digestOf(item())]])), 'disclosure');
  mdocRefusal(() => read([item()], new Map([[7, digestOf(inner)]])), 'disclosure');
});

test('the algorithm is that of the MSO', () => {
  const hashes: readonly DigestAlgorithm[] = ['sha256', 'sha384', 'sha512'];
  for (const made of hashes) {
    for (const stated of hashes) {
      const verify = () => read([item()], new Map([[7, digestOf(item(), made)]]), stated);
      if (made === stated) verify();
      else mdocRefusal(verify, 'disclosure');
    }
  }
});

const refused: Readonly<Record<string, readonly [detail: string, item: CborValue]>> = {
  'that is not embedded': ['item', new Map(Object.entries(members))],
  'in a byte string without tag 24': ['item', writeCbor(new Map(Object.entries(members)))],
  'under another tag': ['item', received(new Tagged(TAG.fullDate, writeCbor(new Map(Object.entries(members)))))],
  'that is no map': ['item', received(embedded([1, 2, 3, 4]))],
  'with a fifth member': ['item', item({ more: 1 })],
  'with another member in the place of the value': [
    'item',
    received(embedded(new Map<string, CborValue>([...Object.entries(members).slice(0, 3), ['value', 1]]))),
  ],
  'with three members': ['item', received(embedded(new Map<string, CborValue>(Object.entries(members).slice(0, 3))))],
  'whose identifier is a number': ['item', item({ elementIdentifier: 1 })],
  'whose id is a text': ['digest_id', item({ digestID: '7' })],
  'whose id is negative': ['digest_id', item({ digestID: -1 })],
  'whose id is a fraction': ['digest_id', item({ digestID: 7.5 })],
  'whose id is 2^32': ['digest_id', item({ digestID: 2 ** 32 })],
  'whose id is a bignum': ['digest_id', item({ digestID: 2n ** 60n })],
  'whose salt has 15 bytes': ['random', item({ random: Buffer.alloc(15) })],
  'whose salt is a text': ['random', item({ random: 'a text of 16 byt' })],
};
for (const [name, [detail, one]] of Object.entries(refused)) {
  test(`an item ${name} is refused`, () => {
    assert.equal(mdocRefusal(() => readOne(one), 'disclosure').facts.detail, detail);
  });
}

test('the largest id is 2^32 - 1', () => {
  const id = 2 ** 32 - 1;
  assert.deepEqual(readOne(item({ digestID: id }), id), new Map([['name', 'value']]));
});

test('an item that is no CBOR, or has a key twice, is refused', () => {
  for (const inner of ['ff', 'a2616100616100', 'a100']) {
    const one = received(new Tagged(TAG.embedded, Buffer.from(`${inner}${inner === 'a100' ? '0000' : ''}`, 'hex')));
    mdocRefusal(() => readOne(one), 'presentation_format');
  }
});

const [first, second] = [item(), item({ digestID: 8, elementIdentifier: 'other' })];
const both = new Map([
  [7, digestOf(first)],
  [8, digestOf(second)],
]);

test('several items are read', () => {
  assert.equal(read([first, second], both)?.size, 2);
});

test('an id and an identifier come once in a namespace', () => {
  assert.equal(mdocRefusal(() => read([first, first], both), 'disclosure').facts.detail, 'repeated_digest_id');
  const again = item({ digestID: 8 });
  const digests = new Map([...both, [8, digestOf(again)]] as const);
  assert.equal(mdocRefusal(() => read([first, again], digests), 'disclosure').facts.detail, 'repeated_identifier');
});

const digestFaults: Readonly<Record<string, CborMap>> = {
  'of another item': new Map([[7, digestOf(second)]]),
  'under another id': new Map([[8, digestOf(first)]]),
  'that is cut': new Map([[7, digestOf(first).subarray(0, 16)]]),
  'that is empty': new Map([[7, Buffer.alloc(0)]]),
  'that is a text': new Map([[7, digestOf(first).toString('hex')]]),
  'under a text as its id': new Map([['7', digestOf(first)]]),
};
for (const [name, digests] of Object.entries(digestFaults)) {
  test(`a digest ${name} is refused`, () => {
    assert.equal(mdocRefusal(() => read([first], digests), 'disclosure').facts.detail, 'digest');
  });
}

test('a namespace without digests, and items that are no list, are refused', () => {
  const mso = { digestAlgorithm: 'sha256', valueDigests: map([['ns', both]]) } as unknown as MobileSecurityObject;
  for (const nameSpaces of [
    map([['other', [first]]]),
    map([['other', []]]),
    map([['ns', first]]),
    map([['ns', map([['name', first]])]]),
    new Map([[1, [first]]]),
    [first],
    null,
  ]) {
    mdocRefusal(() => readIssuerSignedItems(nameSpaces, mso), 'disclosure');
  }
});

test('names of prototypes are names like any other', () => {
  const one = item({ elementIdentifier: '__proto__', elementValue: new Map([['polluted', true]]) });
  const digests = map([['__proto__', new Map([[7, digestOf(one)]])]]);
  const mso = { digestAlgorithm: 'sha256', valueDigests: digests } as unknown as MobileSecurityObject;
  const elements = readIssuerSignedItems(map([['__proto__', [one]]]), mso).get('__proto__');
  assert.ok(elements?.has('__proto__'));
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});
