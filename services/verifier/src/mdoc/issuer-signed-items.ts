/** The elements that a wallet discloses, and their digests in the MSO (ISO/IEC 18013-5, 9.1.2.5). */
import { hash } from 'node:crypto';
import { type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { embeddedCbor, readDocumentCbor } from './embedded-cbor.ts';
import { MdocError } from './mdoc-error.ts';
import type { DigestAlgorithm, MobileSecurityObject } from './mso.ts';

/** Values of elements by their identifier, by namespace. */
export type NameSpaces = ReadonlyMap<string, ReadonlyMap<string, CborValue>>;

const MAX_DIGEST_ID = 2 ** 32 - 1;
const MIN_RANDOM_BYTES = 16;
const MEMBERS = 4;

/**
 * Reads the disclosed elements, and compares each digest with the one in the MSO.
 * @param nameSpaces `issuerSigned.nameSpaces`; undefined if nothing is disclosed
 * @throws MdocError `disclosure`; `presentation_format` for an item that isn't CBOR
 */
export function readIssuerSignedItems(nameSpaces: CborValue, mso: MobileSecurityObject): NameSpaces {
  const read = new Map<string, ReadonlyMap<string, CborValue>>();
  if (nameSpaces === undefined) return read;
  if (!isCborMap(nameSpaces)) throw refused('name_spaces');
  for (const [nameSpace, items] of nameSpaces) {
    const digests = mso.valueDigests.get(nameSpace);
    if (typeof nameSpace !== 'string' || !Array.isArray(items)) throw refused('name_spaces');
    if (digests === undefined || !isCborMap(digests)) throw refused('name_space_not_signed');
    read.set(nameSpace, elementsOf(items as readonly CborValue[], digests, mso.digestAlgorithm));
  }
  return read;
}

function elementsOf(
  items: readonly CborValue[],
  digests: CborMap,
  algorithm: DigestAlgorithm,
): ReadonlyMap<string, CborValue> {
  const elements = new Map<string, CborValue>();
  const ids = new Set<number>();
  for (const received of items) {
    const { id, identifier, value, encoded } = readItem(received);
    if (ids.has(id)) throw refused('repeated_digest_id');
    if (elements.has(identifier)) throw refused('repeated_identifier');
    const digest = digests.get(id);
    if (!Buffer.isBuffer(digest) || !digest.equals(hash(algorithm, encoded, 'buffer'))) throw refused('digest');
    ids.add(id);
    elements.set(identifier, value);
  }
  return elements;
}

interface Item {
  readonly id: number;
  readonly identifier: string;
  readonly value: CborValue;
  /** As received. */
  readonly encoded: Buffer;
}

function readItem(received: CborValue): Item {
  const embedded = embeddedCbor(received);
  const item = embedded === undefined ? undefined : readDocumentCbor(embedded.content);
  if (embedded === undefined || item === undefined || !isCborMap(item)) throw refused('item');
  const [id, random, identifier] = [item.get('digestID'), item.get('random'), item.get('elementIdentifier')];
  if (item.size !== MEMBERS || !item.has('elementValue') || typeof identifier !== 'string') throw refused('item');
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > MAX_DIGEST_ID) throw refused('digest_id');
  // With a short one a verifier could find undisclosed values by trial and error.
  if (!Buffer.isBuffer(random) || random.length < MIN_RANDOM_BYTES) throw refused('random');
  return { id, identifier, value: item.get('elementValue'), encoded: embedded.encoded };
}

function refused(detail: string): MdocError {
  return new MdocError('disclosure', { detail });
}
