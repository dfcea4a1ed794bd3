/** CBOR in byte strings (RFC 8949, 3.4.5.1), as documents contain it. */
import { CborError } from '@countersign/shared/mdoc/cbor-error';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { MdocError } from './mdoc-error.ts';

/** A byte string of tag 24 that was read. */
export interface EmbeddedCbor {
  /** With the tag's head, as received: the input of digests and signatures. */
  readonly encoded: Buffer;
  readonly content: Buffer;
}

/** @returns undefined unless the value is a byte string with tag 24 */
export function embeddedCbor(value: CborValue): EmbeddedCbor | undefined {
  if (!(value instanceof Tagged) || value.tag !== TAG.embedded || value.encoded === undefined) return undefined;
  return Buffer.isBuffer(value.value) ? { encoded: value.encoded, content: value.value } : undefined;
}

/** Reads CBOR of a document. @throws MdocError `presentation_format` */
export function readDocumentCbor(bytes: Buffer): CborValue {
  try {
    return readCbor(bytes);
  } catch (error) {
    if (error instanceof CborError) throw new MdocError('presentation_format', { detail: error.reason }, error);
    throw error;
  }
}
