/** Headers of COSE messages (RFC 9052, 3). */
import { CborError } from './cbor-error.ts';
import { type CborMap, type CborValue, isCborMap, Tagged } from './cbor-value.ts';
import { CoseError } from './cose-error.ts';
import { readCbor } from './read-cbor.ts';

/** Labels of header parameters (RFC 9052, 3.1; RFC 9360, 2; RFC 9596, 2). */
export const COSE_HEADER = { algorithm: 1, critical: 2, keyId: 4, type: 16, x5chain: 33, x5t: 34, x5u: 35 } as const;

/** The four members of a COSE_Sign1. */
export interface CoseMessage {
  /** As received: part of the signed bytes. */
  readonly protectedBytes: Buffer;
  readonly protectedHeader: CborMap;
  readonly unprotected: CborMap;
  /** Null if the content is sent elsewhere (RFC 9052, 2). */
  readonly payload: Buffer | null;
  /** The last member: the signature, or the tag of a MAC. */
  readonly end: Buffer;
}

const NO_HEADERS: CborMap = new Map();

/**
 * Reads the array of four of a COSE_Sign1.
 * @param tag its tag, which may be there or not
 * @throws CoseError `structure`; `critical_header` for every `crit`: no extension is understood
 */
export function readCoseMessage(value: CborValue, tag: number): CoseMessage {
  const untagged = value instanceof Tagged && value.tag === tag ? value.value : value;
  if (!Array.isArray(untagged) || untagged.length !== 4) throw structure('array');
  const [protectedBytes, unprotected, payload, end] = untagged as readonly CborValue[];
  if (!Buffer.isBuffer(protectedBytes)) throw structure('protected');
  if (unprotected === undefined || !isCborMap(unprotected)) throw structure('unprotected');
  if (payload !== null && !Buffer.isBuffer(payload)) throw structure('payload');
  if (!Buffer.isBuffer(end)) throw structure('signature');
  const protectedHeader = readProtected(protectedBytes);
  checkHeaders(protectedHeader, unprotected);
  return { protectedBytes, protectedHeader, unprotected, payload, end };
}

/** RFC 9052, 3: an empty header is a byte string without content. */
function readProtected(bytes: Buffer): CborMap {
  if (bytes.length === 0) return NO_HEADERS;
  const header = decoded(bytes);
  if (!isCborMap(header)) throw structure('protected');
  return header;
}

function decoded(bytes: Buffer): CborValue {
  try {
    return readCbor(bytes);
  } catch (error) {
    if (error instanceof CborError) throw new CoseError('structure', { detail: error.reason }, error);
    throw error;
  }
}

function checkHeaders(protectedHeader: CborMap, unprotected: CborMap): void {
  if (protectedHeader.has(COSE_HEADER.critical) || unprotected.has(COSE_HEADER.critical)) {
    throw new CoseError('critical_header');
  }
  // RFC 9052, 3: no label in both
  for (const label of protectedHeader.keys()) {
    if (unprotected.has(label)) throw structure('repeated_header');
  }
}

function structure(detail: string): CoseError {
  return new CoseError('structure', { detail });
}
