/** Where a token's status is published (Token Status List, 6.2 and 6.3; ISO/IEC 18013-5, second edition). */
import { X509Certificate } from 'node:crypto';
import { isObject, type Json, own } from '../kernel/json.ts';
import { type CborMap, type CborValue, isCborMap } from '../mdoc/cbor-value.ts';

export interface StatusEntry {
  /** Address of the status list token. It is untrusted: only the guarded client may fetch it. */
  readonly uri: string;
  readonly idx: number;
}

/** An entry of an identifier list: the credential is revoked while the list has its identifier. */
export interface IdentifierEntry {
  /** Address of the identifier list, untrusted too. */
  readonly uri: string;
  readonly id: Buffer;
}

/** What an mdoc refers to. */
export type MdocStatusEntry = (StatusEntry | IdentifierEntry) & ListCertificate;

interface ListCertificate {
  /** The certificate that signs the list, if the mdoc's issuer specified it. It replaces the anchors. */
  readonly certificate?: X509Certificate;
}

interface ListSigners extends ListCertificate {
  /**
   * The certificate that signed the token with this reference: its key may sign the list too. Undefined: only anchors
   * may.
   */
  readonly signer?: X509Certificate;
  /** Anchors that the list's signer must chain to. */
  readonly anchors: readonly X509Certificate[];
}

export interface SignedStatusReference extends StatusEntry, ListSigners {
  /** Set for an mdoc: the list is requested as CWT, and accepted as JWT too. Undefined: JWT only. */
  readonly preferred?: 'cwt';
}

export interface SignedIdentifierReference extends IdentifierEntry, ListSigners {}

/** What a credential refers to: an entry in an identifier list has `id`, an entry in a status list doesn't. */
export type ListReference = SignedStatusReference | SignedIdentifierReference;

const MAX_URI = 2048;
const MAX_IDENTIFIER = 64;

/**
 * Reads the claim `status`.
 * HAIP 1.0, 6.1: a status is a status list.
 * @returns undefined for any other kind, and for a list without a valid address or index
 */
export function statusEntry(status: Json | undefined): StatusEntry | undefined {
  const list = isObject(status) ? own(status, 'status_list') : undefined;
  const [idx, uri] = isObject(list) ? [own(list, 'idx'), own(list, 'uri')] : [];
  // 6.2: idx is an integer from 0, uri a URI
  return isIndex(idx) && isAddress(uri) ? { uri, idx } : undefined;
}

/**
 * Reads a mobile security object's `status`: a status list, an identifier list, or both, which must then both pass.
 * Other mechanisms are ignored if it has one of the two.
 * @returns undefined if it has neither, or a malformed one: its status cannot be looked up
 */
export function mdocStatusEntries(status: CborValue): readonly MdocStatusEntry[] | undefined {
  if (!isCborMap(status)) return undefined;
  const entries = [
    ...(status.has('status_list') ? [statusListEntry(status.get('status_list'))] : []),
    ...(status.has('identifier_list') ? [identifierEntry(status.get('identifier_list'))] : []),
  ];
  const read = entries.filter((entry) => entry !== undefined);
  return read.length === 0 || read.length < entries.length ? undefined : read;
}

/** 6.3: a map of `idx` and `uri` */
function statusListEntry(list: CborValue): MdocStatusEntry | undefined {
  if (!isCborMap(list)) return undefined;
  const [idx, uri] = [list.get('idx'), list.get('uri')];
  return isIndex(idx) && isAddress(uri) ? withCertificate({ uri, idx }, list) : undefined;
}

function identifierEntry(list: CborValue): MdocStatusEntry | undefined {
  if (!isCborMap(list)) return undefined;
  const [id, uri] = [list.get('id'), list.get('uri')];
  if (!Buffer.isBuffer(id) || id.length === 0 || id.length > MAX_IDENTIFIER || !isAddress(uri)) return undefined;
  return withCertificate({ uri, id }, list);
}

function withCertificate(entry: MdocStatusEntry, list: CborMap): MdocStatusEntry | undefined {
  if (!list.has('certificate')) return entry;
  const certificate = certificateOf(list.get('certificate'));
  return certificate === undefined ? undefined : { ...entry, certificate };
}

function certificateOf(value: CborValue): X509Certificate | undefined {
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    return new X509Certificate(value);
  } catch {
    return undefined;
  }
}

function isIndex(idx: unknown): idx is number {
  return typeof idx === 'number' && Number.isSafeInteger(idx) && idx >= 0;
}

function isAddress(uri: unknown): uri is string {
  return typeof uri === 'string' && uri.length <= MAX_URI && URL.canParse(uri);
}
