import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { COSE_HEADER, readCoseMessage } from '@countersign/shared/mdoc/cose-header';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { coseRefusal } from './refuses.ts';

const TAG = 17;
const header = new Map<number, CborValue>([[COSE_HEADER.algorithm, 5]]);
const protectedBytes = writeCbor(header);
const unprotected = new Map<string | number, CborValue>([['x', undefined]]);
const [payload, end] = [Buffer.of(1, 2), Buffer.of(3)];
const good: readonly CborValue[] = [protectedBytes, unprotected, payload, end];

/** The good message with one member replaced. */
const changed = (index: number, value: CborValue): readonly CborValue[] => good.with(index, value);

test('a message is read untagged and with its tag, not with another', () => {
  const parts = { protectedBytes, protectedHeader: header, unprotected, payload, end };
  assert.deepEqual(readCoseMessage(good, TAG), parts);
  assert.deepEqual(readCoseMessage(new Tagged(TAG, good), TAG), parts);
  coseRefusal(() => readCoseMessage(new Tagged(18, good), TAG), 'structure');
});

test('a detached payload is null; an empty protected header has no bytes', () => {
  assert.equal(readCoseMessage(changed(2, null), TAG).payload, null);
  assert.equal(readCoseMessage(changed(0, Buffer.alloc(0)), TAG).protectedHeader.size, 0);
});

const malformed: Readonly<Record<string, CborValue>> = {
  'no array': new Map(),
  'three members': good.slice(0, 3),
  'five members': [...good, 0],
  'a protected header that is a map': changed(0, header),
  'a protected header that holds an array': changed(0, writeCbor([])),
  'a protected header that is no CBOR': changed(0, Buffer.of(0xff)),
  'a protected header with bytes behind it': changed(0, Buffer.concat([protectedBytes, Buffer.of(0)])),
  'a protected header with one label twice': changed(0, Buffer.from('a201260126', 'hex')),
  'an unprotected header in bytes': changed(1, protectedBytes),
  'no unprotected header': changed(1, undefined),
  'a text as the payload': changed(2, 'payload'),
  'an undefined payload': changed(2, undefined),
  'a text as the end': changed(3, 'end'),
  'a label in both headers': changed(1, new Map([[COSE_HEADER.algorithm, 5]])),
};
for (const [name, value] of Object.entries(malformed)) {
  test(`a message with ${name} is refused`, () => {
    coseRefusal(() => readCoseMessage(value, TAG), 'structure');
  });
}

test('a message with critical headers is refused, wherever they are named', () => {
  const critical: readonly (readonly [number, CborValue])[] = [[COSE_HEADER.critical, [COSE_HEADER.algorithm]]];
  coseRefusal(() => readCoseMessage(changed(0, writeCbor(new Map([...header, ...critical]))), TAG), 'critical_header');
  coseRefusal(() => readCoseMessage(changed(1, new Map(critical)), TAG), 'critical_header');
});
