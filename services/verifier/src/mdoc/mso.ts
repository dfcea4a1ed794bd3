/** The Mobile Security Object: what the issuer signs (ISO/IEC 18013-5, 9.1.2.4). */
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import { type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { embeddedCbor, readDocumentCbor } from './embedded-cbor.ts';
import { MdocError } from './mdoc-error.ts';

export type DigestAlgorithm = 'sha256' | 'sha384' | 'sha512';

/** By their name in the MSO. */
const digestAlgorithms: ReadonlyMap<CborValue, DigestAlgorithm> = new Map([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

const VERSION = '1.0';

/** The issuer's statements about a document, signed by the COSE_Sign1 around them. */
export interface MobileSecurityObject {
  readonly docType: string;
  /** In node:crypto's spelling. */
  readonly digestAlgorithm: DigestAlgorithm;
  /** Digests by their id, by namespace. */
  readonly valueDigests: CborMap;
  /** A COSE_Key, as received: `publicKeyOf` reads it. */
  readonly deviceKey: CborValue;
  /** What the device may sign itself, as received: `isAuthorized` reads it. */
  readonly keyAuthorizations: CborValue;
  /** As received: `readValidity` reads it. */
  readonly validityInfo: CborValue;
  /** References to status lists and identifier lists, as received; undefined if absent. */
  readonly status: CborValue;
}

/**
 * Reads `issuerAuth`'s payload.
 * @param docType of the document
 * @throws MdocError `presentation_format` for anything but CBOR, `type` for a different docType, `issuer_header`
 */
export function readMobileSecurityObject(payload: Buffer | null, docType: string): MobileSecurityObject {
  const members = membersOf(payload);
  const stated = members.get('docType');
  if (stated !== docType) {
    throw new MdocError('type', { claim: 'docType', expectedAny: [docType], ...receivedFact(stated) });
  }
  const version = members.get('version');
  if (version !== VERSION) throw unaccepted('version', [VERSION], version);
  const deviceKeyInfo = mapMember(members, 'deviceKeyInfo');
  return {
    docType,
    digestAlgorithm: digestAlgorithm(members.get('digestAlgorithm')),
    valueDigests: mapMember(members, 'valueDigests'),
    deviceKey: deviceKeyInfo.get('deviceKey'),
    keyAuthorizations: deviceKeyInfo.get('keyAuthorizations'),
    validityInfo: members.get('validityInfo'),
    status: members.get('status'),
  };
}

/**
 * Whether the issuer lets the device sign an element itself: all of a namespace, or single ones (ISO/IEC 18013-5, 9.1.2.4).
 * @param keyAuthorizations as received
 */
export function isAuthorized(keyAuthorizations: CborValue, nameSpace: string, element: string): boolean {
  if (keyAuthorizations === undefined || !isCborMap(keyAuthorizations)) return false;
  if (includes(keyAuthorizations.get('nameSpaces'), nameSpace)) return true;
  const elements = keyAuthorizations.get('dataElements');
  return elements !== undefined && isCborMap(elements) && includes(elements.get(nameSpace), element);
}

function includes(list: CborValue, text: string): boolean {
  return Array.isArray(list) && list.includes(text);
}

function membersOf(payload: Buffer | null): CborMap {
  const embedded = payload === null ? undefined : embeddedCbor(readDocumentCbor(payload));
  const members = embedded === undefined ? undefined : readDocumentCbor(embedded.content);
  if (members === undefined || !isCborMap(members)) throw malformed('payload');
  return members;
}

function mapMember(members: CborMap, name: string): CborMap {
  const value = members.get(name);
  if (value === undefined || !isCborMap(value)) throw malformed(name);
  return value;
}

/** SHA-1 and MD5 are not supported, and a truncated digest never matches. */
function digestAlgorithm(name: CborValue): DigestAlgorithm {
  const algorithm = digestAlgorithms.get(name);
  if (algorithm === undefined) throw unaccepted('digestAlgorithm', [...digestAlgorithms.keys()].map(String), name);
  return algorithm;
}

function unaccepted(parameter: string, expectedAny: readonly string[], received: CborValue): MdocError {
  return new MdocError('issuer_header', { parameter, expectedAny, ...receivedFact(received) });
}

function malformed(parameter: string): MdocError {
  return new MdocError('issuer_header', { parameter, detail: 'structure' });
}
