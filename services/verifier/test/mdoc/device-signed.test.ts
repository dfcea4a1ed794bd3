import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { readDeviceSigned } from '../../src/mdoc/device-signed.ts';
import { embedded, map } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const auth = map([['deviceSignature', 'signature']]);
const read = (nameSpaces: CborValue, deviceAuth: CborValue = auth) =>
  readDeviceSigned(
    readCbor(
      writeCbor(
        map([
          ['nameSpaces', nameSpaces],
          ['deviceAuth', deviceAuth],
        ]),
      ),
    ),
  );

test('the parts are read; the bytes of the namespaces stay as received', () => {
  const elements = map([['ns', map([['e', 1]])]]);
  assert.deepEqual(read(embedded(elements)), {
    nameSpacesBytes: writeCbor(embedded(elements)),
    nameSpaces: elements,
    auth,
  });
  // The empty map with a length of two bytes.
  const long = new Tagged(TAG.embedded, undefined, Buffer.from('d818590001a0', 'hex'));
  assert.equal(read(long)?.nameSpacesBytes.toString('hex'), 'd818590001a0');
});

test('it may be absent, and so may deviceAuth', () => {
  assert.equal(readDeviceSigned(undefined), undefined);
  for (const deviceAuth of [undefined, null, [], 'none']) {
    assert.equal(
      readDeviceSigned(
        map([
          ['nameSpaces', readCbor(writeCbor(embedded(new Map())))],
          ['deviceAuth', deviceAuth],
        ]),
      )?.auth.size,
      0,
    );
  }
});

const malformed: Readonly<Record<string, CborValue>> = {
  'are absent': undefined,
  'have no tag': new Map(),
  'have another tag': new Tagged(TAG.dateTime, writeCbor(new Map())),
  'are a list': embedded([]),
  'hold a list': embedded(map([['ns', []]])),
  'have a number as their name': embedded(new Map([[1, new Map()]])),
  'have an element whose name is a number': embedded(map([['ns', new Map([[1, 1]])]])),
  'are no CBOR': new Tagged(TAG.embedded, Buffer.of(0xff)),
};
for (const [name, nameSpaces] of Object.entries(malformed)) {
  test(`namespaces that ${name} are refused`, () => {
    mdocRefusal(() => read(nameSpaces), 'presentation_format');
  });
}
