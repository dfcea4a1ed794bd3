import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cbor, CborTag, EMBEDDED, embedded, encodeCbor } from '../../src/mdoc/cbor.ts';
import { sign1ToCbor, X5CHAIN } from '../../src/mdoc/cose.ts';
import {
  chainOf,
  digestOf,
  isMdoc,
  issuerSignedText,
  itemBytes,
  mapOf,
  readIssuerSigned,
  readItem,
  securityObjectOf,
} from '../../src/mdoc/issuer-signed.ts';
import { makeItem } from '../../src/mdoc/make-issuer-signed.ts';
import { documentSigner, ELEMENTS, MDL, MDL_SPACE, madeMdl, NOW } from './made-mdl.ts';

const { credential, key } = madeMdl();
const read = readIssuerSigned(credential);

test('a credential is read, and written again byte for byte', () => {
  assert.equal(issuerSignedText(read), credential);
  assert.deepEqual([...read.nameSpaces.keys()], Object.keys(ELEMENTS));
  const names = read.nameSpaces.get(MDL_SPACE)?.map(({ name }) => name);
  assert.deepEqual(names, Object.keys(ELEMENTS[MDL_SPACE] ?? {}));
});

test('its mobile security object has type, key, times and digests', () => {
  const object = securityObjectOf(read);
  assert.deepEqual([object.version, object.digestAlgorithm, object.docType], ['1.0', 'SHA-256', MDL]);
  assert.deepEqual(object.deviceKey, key.publicJwk);
  assert.deepEqual([object.signed, object.validFrom], [NOW, NOW]);
  const [item] = read.nameSpaces.get(MDL_SPACE) ?? [];
  assert.ok(item);
  assert.deepEqual(mapOf(object.valueDigests.get(MDL_SPACE), 'digests').get(item.digestId), digestOf(item));
  assert.equal(object.status, undefined);
});

test('a digest is over the whole tag 24', () => {
  const item = makeItem(0, 'a', 1, Buffer.alloc(16));
  assert.equal(itemBytes(item).subarray(0, 3).toString('hex'), 'd81858');
  assert.equal(digestOf(item).length, 32);
  assert.notDeepEqual(digestOf(makeItem(0, 'a', 2, Buffer.alloc(16))), digestOf(item));
});

test('an SD-JWT VC is no mdoc', () => {
  assert.ok(isMdoc(credential));
  assert.ok(!isMdoc('e30.e30.s~'));
  assert.throws(() => readIssuerSigned('e30.e30.s~'), /base64url/);
});

test('a credential without elements has no nameSpaces', () => {
  const text = issuerSignedText({ ...read, nameSpaces: new Map() });
  assert.equal(readIssuerSigned(text).nameSpaces.size, 0);
  assert.ok(!Buffer.from(text, 'base64url').includes('nameSpaces'));
});

test('an element has its four members in their order', () => {
  const members: readonly (readonly [Cbor, Cbor])[] = [
    ['digestID', 0],
    ['random', Buffer.alloc(16)],
    ['elementIdentifier', 'a'],
    ['elementValue', 1],
  ];
  const tagged = (entries: readonly (readonly [Cbor, Cbor])[]): Cbor =>
    new CborTag(EMBEDDED, encodeCbor(new Map(entries)));
  assert.equal(readItem(tagged(members)).name, 'a');
  assert.throws(() => readItem(tagged(members.slice(0, 3))));
  assert.throws(() => readItem(tagged([...members].reverse())));
  assert.throws(() => readItem(tagged([...members, ['more', 1]])));
  assert.throws(() => readItem(encodeCbor(new Map(members))), /tag 24/);
});

const x5chain = (value: Cbor) =>
  chainOf({ issuerAuth: { ...read.issuerAuth, unprotectedHeader: new Map<Cbor, Cbor>([[X5CHAIN, value]]) } });

test('one certificate is a byte string, several are a list', () => {
  assert.deepEqual(chainOf(read), [documentSigner]);
  assert.equal(x5chain([documentSigner, documentSigner]).length, 2);
  for (const wrong of [undefined, [documentSigner], [], 'text', [documentSigner, 'text']])
    assert.throws(() => x5chain(wrong as Cbor), /x5chain/);
});

test('a security object of another form is refused', () => {
  const withPayload = (payload: Uint8Array | null) => securityObjectOf({ issuerAuth: { ...read.issuerAuth, payload } });
  assert.throws(() => withPayload(null));
  assert.throws(() => withPayload(encodeCbor(new Map())), /tag 24/);
  assert.throws(() => withPayload(encodeCbor(embedded(new Map()))), /docType/);
  assert.ok(sign1ToCbor(read.issuerAuth));
});

test('times are whole seconds, UTC, in tag 0', () => {
  const wrong = ['2030-06-01T00:00:00Z', new CborTag(0, '2030-06-01T00:00:00.5Z'), new CborTag(0, 'soon')];
  for (const signed of wrong) {
    const times = new Map<Cbor, Cbor>([
      ['signed', signed],
      ['validFrom', new CborTag(0, '2030-06-01T00:00:00Z')],
      ['validUntil', new CborTag(0, '2030-07-01T00:00:00Z')],
    ]);
    const { credential: changed } = madeMdl({ object: new Map([['validityInfo', times]]) });
    assert.throws(() => securityObjectOf(readIssuerSigned(changed)), /validityInfo/);
  }
});
