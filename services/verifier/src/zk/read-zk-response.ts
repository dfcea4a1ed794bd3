/**
 * A DeviceResponse with one zero-knowledge proof instead of a document (ISO/IEC 18013-5 second edition; EU TS 13). Everything that
 * a proof's library takes as given is compared here with the request: it accepts an element of another namespace. Pure.
 */
import { CborError } from '@countersign/shared/mdoc/cbor-error';
import { type CborMap, type CborValue, isCborMap, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { readX5chain } from '@countersign/shared/mdoc/x5chain';
import { PresentationError } from '../session/presentation-error.ts';
import { type Circuit, circuitNamed } from './circuits.ts';

/** The one element that was requested. */
export interface AskedElement {
  readonly docType: string;
  readonly namespace: string;
  readonly element: string;
}

export interface ZkStatement extends AskedElement {
  readonly circuit: Circuit;
  readonly value: boolean;
  /** As the wallet states it, and as the proof covers it. */
  readonly timestamp: string;
  readonly proof: Buffer;
  /** DER, leaf first. */
  readonly x5chain: readonly Buffer[];
}

/** A proof of version 7 about one element has 360,660. */
const MAX_PROOF_BYTES = 400_000;

/** Milliseconds. The wallet states the time, so a proof of an ended document would name an earlier one. */
const MAX_DIFFERENCE = 300_000;

/**
 * Reads and compares a response. Nothing is verified.
 * @param now milliseconds
 * @throws PresentationError `zk_proof`
 */
export function readZkResponse(bytes: Buffer, asked: AskedElement, now: number): ZkStatement {
  const { data, proof } = onlyZkDocument(decoded(bytes));
  if (data.get('docType') !== asked.docType) throw refused('doc_type');
  const circuit = circuitNamed(data.get('zkSystemId'));
  if (circuit === undefined) throw refused('circuit');
  const value = onlyElement(data.get('issuerSigned'), asked);
  if (!isEmpty(data.get('deviceSigned'))) throw refused('device_signed');
  const x5chain = readX5chain(data.get('msoX5chain'));
  if (x5chain === undefined || x5chain.length === 0) throw refused('chain');
  const timestamp = checkedTime(data.get('timestamp'), now);
  return { ...asked, circuit, value, timestamp, proof, x5chain };
}

function onlyZkDocument(response: CborValue): { readonly data: CborMap; readonly proof: Buffer } {
  if (!isMap(response) || response.get('status') !== 0) throw refused('response');
  // The request said that a proof is required: a plain document would link its holder.
  if (response.has('documents')) throw refused('plain_document');
  const documents = response.get('zkDocuments');
  const [document, ...others] = Array.isArray(documents) ? (documents as readonly CborValue[]) : [];
  if (!isMap(document) || others.length > 0) throw refused('documents');
  const proof = document.get('proof');
  if (!Buffer.isBuffer(proof) || proof.length === 0) throw refused('proof');
  if (proof.length > MAX_PROOF_BYTES) throw refused('too_long');
  const embedded = document.get('documentData');
  if (!(embedded instanceof Tagged) || embedded.tag !== TAG.embedded || !Buffer.isBuffer(embedded.value)) {
    throw refused('document_data');
  }
  const data = decoded(embedded.value);
  if (!isMap(data)) throw refused('document_data');
  return { data, proof };
}

/** The requested element and no other one: the circuit is for one. */
function onlyElement(issuerSigned: CborValue, { namespace, element }: AskedElement): boolean {
  if (!isMap(issuerSigned) || issuerSigned.size !== 1) throw refused('elements');
  const elements = issuerSigned.get(namespace);
  const [only, ...others] = Array.isArray(elements) ? (elements as readonly CborValue[]) : [];
  if (!isMap(only) || others.length > 0 || only.get('elementIdentifier') !== element) throw refused('elements');
  const value = only.get('elementValue');
  if (typeof value !== 'boolean') throw refused('value');
  return value;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function checkedTime(value: CborValue, now: number): string {
  const text = value instanceof Tagged && value.tag === TAG.dateTime ? value.value : undefined;
  if (typeof text !== 'string' || !DATE_TIME.test(text)) throw refused('timestamp_form');
  const difference = Math.abs(Date.parse(text) - now);
  if (!(difference <= MAX_DIFFERENCE)) throw refused('timestamp');
  return text;
}

function isEmpty(value: CborValue): boolean {
  return value === undefined || (isMap(value) && value.size === 0);
}

function isMap(value: CborValue | undefined): value is CborMap {
  return value !== undefined && isCborMap(value);
}

function decoded(bytes: Buffer): CborValue {
  try {
    return readCbor(bytes);
  } catch (error) {
    if (error instanceof CborError) throw refused(error.reason, error);
    throw error;
  }
}

/** @param detail which comparison failed */
export function refused(detail: string, cause?: unknown): PresentationError {
  return new PresentationError('zk_proof', { cause, facts: { detail } });
}
