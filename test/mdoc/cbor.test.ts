/** CBOR against other wallets' libraries: each side reads the other's output. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataItem as Auth0DataItem } from '@auth0/mdl';
import { type CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { cborDecode, cborEncode } from '@owf/mdoc';

const value = new Map<string, CborValue>([
  ['family_name', 'Müller'],
  ['height', 180],
  ['portrait', Buffer.from('ffd8ffe0', 'hex')],
  ['age_over_18', true],
  ['driving_privileges', [new Map([['vehicle_category_code', 'B']])]],
]);

test('@owf/mdoc reads what is written here, and the other way round', () => {
  assert.deepEqual(readCbor(Buffer.from(cborEncode(cborDecode(writeCbor(value))))), value);
});

test('@auth0/mdl embeds a value as it is embedded here', () => {
  const theirs = Auth0DataItem.fromData(new Map([['a', 1]])).buffer;
  const ours = writeCbor(embedCbor(writeCbor(new Map([['a', 1]]))));
  assert.deepEqual(new Tagged(24, Buffer.from(theirs)), new Tagged(24, (readCbor(ours) as Tagged).value as Buffer));
});
