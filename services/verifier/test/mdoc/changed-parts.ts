/** Changes to responses that several tests need: each in one part, before or after signing. */
import { type CborKey, type CborMap, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { type Changes, changed, embedded, type Item, MDL_NAMESPACE, map, member } from './made-mdoc.ts';

/** Changes of a member of the MSO. */
export const inMso = (name: string, entries: readonly (readonly [CborKey, CborValue])[]): Changes => ({
  mso: (mso) => changed(mso, [[name, changed(member(mso, name), entries)]]),
});
/** Changes of the response. */
export const inResponse = (entries: readonly (readonly [string, CborValue])[]): Changes => ({
  response: (response) => changed(response, entries),
});
/** Changes of `deviceAuth`, after the device signed. */
export const inAuth = (entries: readonly (readonly [string, CborValue])[]): Changes => ({
  deviceSigned: (signed) => changed(signed, [['deviceAuth', changed(member(signed, 'deviceAuth'), entries)]]),
});
/** Another member of `issuerAuth`, after the issuer signed. */
export const issuerAuth = (index: number, value: CborValue): Changes => ({
  issuerAuth: (message) => message.with(index, value),
});
/** Another chain in the unprotected header. */
export const x5chain = (value: CborValue): Changes => ({ unprotected: (header) => changed(header, [[33, value]]) });
/** Changes of the items of the namespace, after the issuer signed. */
export const items = (change: (items: readonly CborValue[]) => readonly CborValue[]): Changes => ({
  nameSpaces: (nameSpaces) => map([[MDL_NAMESPACE, change(nameSpaces.get(MDL_NAMESPACE) as readonly CborValue[])]]),
});

/** An encoded map with one key twice: its entries, and the first again. */
export function withKeyTwice(of: CborMap): Buffer {
  const [head = 0] = writeCbor(of);
  const first = writeCbor(new Map([...of].slice(0, 1))).subarray(1);
  return Buffer.concat([Buffer.of(head + 1), writeCbor(of).subarray(1), first]);
}
/** The response with the first entry of its document twice. */
export function documentWithKeyTwice(response: CborMap): CborMap {
  const [document = new Map()] = response.get('documents') as readonly CborMap[];
  return changed(response, [['documents', [raw(withKeyTwice(document))]]]);
}
/** Replaces a value with encoded bytes. */
export const raw = (encoded: Buffer): Tagged => new Tagged(0, undefined, encoded);

/** An item that did not come from the issuer. */
export function madeItem(digestID: number, identifier: string): CborValue {
  const item: Item = [
    ['digestID', digestID],
    ['random', Buffer.alloc(32, 9)],
    ['elementIdentifier', identifier],
    ['elementValue', true],
  ];
  return embedded(new Map(item));
}

/** The item with another value of a member. */
export function withMember(item: Item, name: string, value: CborValue): Item {
  return item.map(([key, own]) => [key, key === name ? value : own]);
}

/** The last byte of an item belongs to its value. */
export function otherValue(item: CborValue): CborValue {
  const bytes = Buffer.from((item as Tagged).value as Buffer);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return new Tagged(TAG.embedded, bytes);
}

/** The item with its first entry repeated at the end. */
export function itemWithKeyTwice(item: CborValue): CborValue {
  const content = (item as Tagged).value as Buffer;
  // The first entry: `digestID` and a small number.
  const entry = content.subarray(1, 11);
  return new Tagged(TAG.embedded, Buffer.concat([Buffer.of(0xa5), content.subarray(1), entry]));
}

/** The documents, and each of them again. */
export function twice(documents: CborValue): CborValue {
  const list = documents as readonly CborValue[];
  return [...list, ...list];
}

/** The first 16 bytes of each digest. */
export function cut(valueDigests: CborMap): CborMap {
  const digests = [...member(valueDigests, MDL_NAMESPACE)];
  return map([[MDL_NAMESPACE, new Map(digests.map(([id, digest]) => [id, (digest as Buffer).subarray(0, 16)]))]]);
}

/** A bignum of 256 KiB, encoded. */
export function bignum(): Buffer {
  return Buffer.concat([Buffer.from('c25a00040000', 'hex'), Buffer.alloc(262_144, 0xff)]);
}
