/** Attacks with bytes that are expensive to read: refused after little work, counted in reads of bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { countedBytes } from '@countersign/shared/test/mdoc/counted-bytes';
import { readDeviceResponse } from '../../src/mdoc/device-response.ts';
import type { MdocReason } from '../../src/mdoc/mdoc-error.ts';
import { bignum, items, raw, withMember } from './changed-parts.ts';
import { type Changes, changed, MDL_NAMESPACE, makeIssuer, makeResponse } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const issuer = await makeIssuer();

const read = (changes: Changes) => readDeviceResponse(makeResponse(issuer, changes));

/** Bytes that are expensive to read, and how many reads are enough to refuse them. */
const bombs: Readonly<Record<string, readonly [detail: string, mostReads: number, bytes: () => Buffer]>> = {
  '18: 200,000 nested arrays': ['too_deep', 100, () => Buffer.alloc(200_000, 0x81)],
  '18: 200,000 nested tags': ['too_deep', 100, () => Buffer.alloc(200_000, 0xc0)],
  '18: 200,000 nested maps': ['too_deep', 300, () => Buffer.from('a100'.repeat(200_000), 'hex')],
  '18: 200,000 arrays without an end': ['too_deep', 100, () => Buffer.alloc(200_000, 0x9f)],
  '18: an array that declares 2^32 items': ['length', 10, () => Buffer.from('9b0000000100000000', 'hex')],
  '18: a map that declares 2^32 entries': ['length', 10, () => Buffer.from('bb0000000100000000', 'hex')],
  '18: bytes that declare 2^32': ['length', 10, () => Buffer.from('5b0000000100000000', 'hex')],
  '18: 1,000,000 items in one array': [
    'too_many_items',
    100_000,
    () => Buffer.concat([Buffer.from('9a000f4240', 'hex'), Buffer.alloc(1_000_000)]),
  ],
  '19: a bignum of 256 KiB': ['response', 20, () => Buffer.from(bignum())],
  '20: 200,000 entries in a header': ['too_many_items', 250_000, () => headerOf(200_000)],
};

function headerOf(entries: number): Buffer {
  const header = new Map(Array.from({ length: entries }, (_, index): [number, CborValue] => [index + 100, 0]));
  return makeResponse(issuer, { unprotected: () => header });
}

for (const [name, [detail, mostReads, bytes]] of Object.entries(bombs)) {
  test(`attack ${name} is refused after at most ${mostReads} reads: ${detail}`, () => {
    const counted = countedBytes(bytes());
    const { facts } = mdocRefusal(() => readDeviceResponse(counted.bytes), 'presentation_format');
    assert.equal(facts.detail, detail);
    assert.ok(counted.reads() <= mostReads, `${counted.reads()} reads`);
  });
}

test('attack 18: the same bombs in an item, an MSO and a protected header are refused', () => {
  const bomb = Buffer.alloc(200_000, 0x81);
  const embeddedBomb = new Tagged(TAG.embedded, bomb);
  const refusedAs = (reason: MdocReason, changes: Changes) => mdocRefusal(() => read(changes), reason);
  refusedAs(
    'presentation_format',
    items(() => [embeddedBomb]),
  );
  refusedAs('presentation_format', { payload: () => writeCbor(embeddedBomb) });
  refusedAs('issuer_header', { header: bomb });
  refusedAs('presentation_format', { deviceSigned: (signed) => changed(signed, [['nameSpaces', embeddedBomb]]) });
});

test('attack 19: a bignum stays bytes as a value, and is no digest id', () => {
  const value = raw(bignum());
  const signed = read({ elements: { [MDL_NAMESPACE]: { large: value } } });
  const large = signed.nameSpaces.get(MDL_NAMESPACE)?.get('large');
  assert.ok(large instanceof Tagged && Buffer.isBuffer(large.value));
  mdocRefusal(() => read({ item: (item) => withMember(item, 'digestID', value) }), 'disclosure');
});
