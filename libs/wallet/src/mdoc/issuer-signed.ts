/** An mdoc as its issuer signed it: `IssuerSigned` with its mobile security object (ISO/IEC 18013-5, 8.3.2.1.2.2 and 9.1.2.4). */
import { createHash } from 'node:crypto';
import type { WalletKey } from '../jwt/keys.ts';
import { type Cbor, type CborMap, CborTag, DATE_TIME, decodeCbor, EMBEDDED, encodeCbor } from './cbor.ts';
import { jwkOfCoseKey, type Sign1, sign1Of, sign1ToCbor, X5CHAIN } from './cose.ts';

/** An element as issued. */
export interface IssuedItem {
  /** The encoding of the item, inside of its tag 24. */
  readonly bytes: Uint8Array;
  readonly digestId: number;
  readonly random: Uint8Array;
  readonly name: string;
  readonly value: Cbor;
}

export type NameSpaces = ReadonlyMap<string, readonly IssuedItem[]>;

export interface IssuerSigned {
  readonly nameSpaces: NameSpaces;
  readonly issuerAuth: Sign1;
}

/** Times are milliseconds. */
export interface SecurityObject {
  readonly version: Cbor;
  readonly digestAlgorithm: Cbor;
  readonly docType: string;
  readonly valueDigests: ReadonlyMap<Cbor, Cbor>;
  readonly deviceKey: WalletKey['publicJwk'];
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
  /** As it was issued. */
  readonly status: Cbor;
}

/** True for an mdoc: an SD-JWT VC has dots and tildes. */
export function isMdoc(credential: string): boolean {
  return /^[\w-]+$/.test(credential);
}

/** @param credential base64url @throws Error if it is not an IssuerSigned that this wallet can read */
export function readIssuerSigned(credential: string): IssuerSigned {
  if (!isMdoc(credential)) throw new Error('it is not valid base64url');
  const value = mapOf(decodeCbor(Buffer.from(credential, 'base64url')), 'it');
  const nameSpaces = mapOf(value.get('nameSpaces') ?? new Map(), 'nameSpaces');
  const spaces = [...nameSpaces].map(([space, items]): [string, readonly IssuedItem[]] => {
    if (typeof space !== 'string' || !Array.isArray(items)) throw new Error('a namespace is not a list of elements');
    return [space, items.map(readItem)];
  });
  return { nameSpaces: new Map(spaces), issuerAuth: sign1Of(value.get('issuerAuth')) };
}

/** @throws Error */
export function readItem(value: Cbor): IssuedItem {
  const bytes = embeddedIn(value);
  const item = mapOf(decodeCbor(bytes), 'an element');
  const [digestId, random, name] = ['digestID', 'random', 'elementIdentifier'].map((member) => item.get(member));
  const isSound =
    [...item.keys()].join() === 'digestID,random,elementIdentifier,elementValue' &&
    typeof digestId === 'number' &&
    random instanceof Uint8Array &&
    typeof name === 'string';
  if (!isSound) throw new Error('an element does not have exactly the four required members');
  return { bytes, digestId, random, name, value: item.get('elementValue') };
}

/** The credential's mobile security object; only its form is checked. @throws Error */
export function securityObjectOf({ issuerAuth }: Pick<IssuerSigned, 'issuerAuth'>): SecurityObject {
  if (issuerAuth.payload === null) throw new Error('the credential has no mobile security object');
  const object = mapOf(decodeCbor(embeddedIn(decodeCbor(issuerAuth.payload))), 'the mobile security object');
  const docType = object.get('docType');
  if (typeof docType !== 'string') throw new Error('docType is not a string');
  const times = mapOf(object.get('validityInfo'), 'validityInfo');
  return {
    version: object.get('version'),
    digestAlgorithm: object.get('digestAlgorithm'),
    docType,
    valueDigests: mapOf(object.get('valueDigests'), 'valueDigests'),
    deviceKey: jwkOfCoseKey(mapOf(object.get('deviceKeyInfo'), 'deviceKeyInfo').get('deviceKey')),
    signed: timeOf(times.get('signed')),
    validFrom: timeOf(times.get('validFrom')),
    validUntil: timeOf(times.get('validUntil')),
    status: object.get('status'),
  };
}

/** The certificates, leaf first (RFC 9360, 2). @throws Error without any, or if one is written as a list */
export function chainOf({ issuerAuth }: Pick<IssuerSigned, 'issuerAuth'>): readonly Uint8Array[] {
  const chain = issuerAuth.unprotectedHeader.get(X5CHAIN);
  if (chain instanceof Uint8Array) return [chain];
  const isList = Array.isArray(chain) && chain.length > 1 && chain.every((one) => one instanceof Uint8Array);
  if (!isList) throw new Error('x5chain is neither one certificate nor a list of several');
  return chain;
}

/** The digest of an element: of its whole tag 24, the head included. */
export function digestOf({ bytes }: Pick<IssuedItem, 'bytes'>): Buffer {
  return createHash('sha256').update(itemBytes({ bytes })).digest();
}

/** Tag 24 around the item. */
export function itemBytes({ bytes }: Pick<IssuedItem, 'bytes'>): Buffer {
  return encodeCbor(new CborTag(EMBEDDED, bytes));
}

export function issuerSignedToCbor({ nameSpaces, issuerAuth }: IssuerSigned): CborMap {
  const spaces = [...nameSpaces].map(([space, items]): [Cbor, Cbor] => [
    space,
    items.map(({ bytes }) => new CborTag(EMBEDDED, bytes)),
  ]);
  return new Map<Cbor, Cbor>([
    ...(spaces.length === 0 ? [] : [['nameSpaces', new Map(spaces)] as const]),
    ['issuerAuth', sign1ToCbor(issuerAuth)],
  ]);
}

/** In the form of `credential` in a credential response. */
export function issuerSignedText(credential: IssuerSigned): string {
  return encodeCbor(issuerSignedToCbor(credential)).toString('base64url');
}

export function mapOf(value: Cbor, what: string): CborMap {
  if (!(value instanceof Map)) throw new Error(`${what} is not a map`);
  return value;
}

function embeddedIn(value: Cbor): Uint8Array {
  const isEmbedded = value instanceof CborTag && value.tag === EMBEDDED && value.content instanceof Uint8Array;
  if (!isEmbedded) throw new Error('what should be encoded in tag 24 is not');
  return value.content as Uint8Array;
}

/** RFC 3339, UTC, without a fraction (ISO/IEC 18013-5, 9.1.2.4). */
function timeOf(value: Cbor): number {
  const text = value instanceof CborTag && value.tag === DATE_TIME ? value.content : undefined;
  const isTime = typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text);
  const time = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Error('a time in validityInfo is not in UTC and whole seconds');
  return time;
}
