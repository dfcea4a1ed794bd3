/** COSE_Sign1 (RFC 9052, 4.2 and 4.4). Only this file checks signatures of COSE. */
import { type KeyObject, verify } from 'node:crypto';
import { verifyEcdsa } from '../crypto/ecdsa.ts';
import type { Sign } from '../crypto/keys.ts';
import type { FactValue } from '../kernel/reasons/facts.ts';
import { receivedFact } from '../kernel/reasons/received.ts';
import type { CborMap, CborValue } from './cbor-value.ts';
import { coseAlgorithms } from './cose-algorithms.ts';
import { CoseError } from './cose-error.ts';
import { COSE_HEADER, readCoseMessage } from './cose-header.ts';
import { writeCbor } from './write-cbor.ts';

const COSE_SIGN1_TAG = 18;
const NO_EXTERNAL_DATA = Buffer.alloc(0);
const NO_HEADERS: CborMap = new Map();

/** A message in its parts; its signature is not verified. */
export interface CoseSign1 {
  /** As received. */
  readonly protectedBytes: Buffer;
  readonly protectedHeader: CborMap;
  readonly unprotected: CborMap;
  /** Null if the content is detached (RFC 9052, 2). */
  readonly payload: Buffer | null;
  /** R and S. */
  readonly signature: Buffer;
}

export interface SignCoseSign1Options {
  /** Holds `alg`, which `sign` fits. */
  readonly protectedHeader: CborMap;
  readonly unprotected?: CborMap;
  /** Null: the content is `detached`. */
  readonly payload: Buffer | null;
  readonly detached?: Buffer;
  readonly sign: Sign;
}

export interface VerifyCoseSign1Options {
  readonly message: CoseSign1;
  readonly key: KeyObject;
  /** The content, if it must not be in the message. A message with its own payload is refused then. */
  readonly detached?: Buffer;
}

/**
 * Parses a message, untagged or with tag 18. Checks its form, that the protected header's `alg` is accepted, and that
 * nothing in it is critical, but not its signature.
 * @throws CoseError `structure`, `algorithm`, `critical_header`
 */
export function readCoseSign1(value: CborValue): CoseSign1 {
  const { end, ...parts } = readCoseMessage(value, COSE_SIGN1_TAG);
  const algorithm = parts.protectedHeader.get(COSE_HEADER.algorithm);
  if (!coseAlgorithms.has(algorithm)) {
    throw new CoseError('algorithm', { expectedAny: acceptedAlgorithms(), ...receivedFact(algorithm) });
  }
  return { ...parts, signature: end };
}

/** Signs. @returns the array of four, untagged */
export async function signCoseSign1(options: SignCoseSign1Options): Promise<CborValue> {
  const { protectedHeader, unprotected = NO_HEADERS, payload, detached, sign } = options;
  const content = payload ?? detached;
  if (content === undefined || (payload !== null && detached !== undefined)) {
    throw new TypeError('A COSE_Sign1 is created over its payload or over detached content');
  }
  const protectedBytes = writeCbor(protectedHeader);
  return [protectedBytes, unprotected, payload, await sign(signatureInput(protectedBytes, content))];
}

/**
 * Whether the key signed the message. Also false if the algorithm doesn't suit the key's curve, if an ECDSA signature
 * isn't R and S of fixed length (but DER, for example), and if the content is both in the message and detached, or in
 * neither.
 */
export function verifyCoseSign1({ message, key, detached }: VerifyCoseSign1Options): boolean {
  const algorithm = coseAlgorithms.get(message.protectedHeader.get(COSE_HEADER.algorithm));
  if (algorithm === undefined || !fitsKey(message, key)) return false;
  // Otherwise a payload that the sender attached would be verified instead of the content that the verifier has built.
  if ((message.payload === null) === (detached === undefined)) return false;
  const content = message.payload ?? detached;
  if (content === undefined) return false;
  const input = signatureInput(message.protectedBytes, content);
  const { ecdsa } = algorithm;
  return ecdsa === undefined
    ? verify(null, input, key, message.signature)
    : verifyEcdsa(ecdsa, input, key, message.signature);
}

/** Whether the message's algorithm belongs to the key's curve. */
export function fitsKey(message: CoseSign1, key: KeyObject): boolean {
  const algorithm = coseAlgorithms.get(message.protectedHeader.get(COSE_HEADER.algorithm));
  const kind = key.asymmetricKeyType;
  return algorithm !== undefined && (kind === 'ec' ? key.asymmetricKeyDetails?.namedCurve : kind) === algorithm.curve;
}

/** RFC 9052, 4.4: the protected header as sent. */
function signatureInput(protectedBytes: Buffer, content: Buffer): Buffer {
  return writeCbor(['Signature1', protectedBytes, NO_EXTERNAL_DATA, content]);
}

function acceptedAlgorithms(): FactValue {
  return [...coseAlgorithms.keys()].map(String);
}
