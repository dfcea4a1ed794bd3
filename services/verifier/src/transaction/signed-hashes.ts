/** The hashes in a holder's proof: in a Key Binding JWT (OpenID4VP 1.0, B.3.3), or signed by a device (B.2.1). */

import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import type { NameSpaces } from '../mdoc/issuer-signed-items.ts';
import { nonEmptyArray } from '../query/dcql-findings.ts';
import { PresentationError } from '../session/presentation-error.ts';

export interface SignedHash {
  /** Base64url, or what the proof has instead. */
  readonly hash: Json;
  /** The name that the proof has for the algorithm; the default if it has none. */
  readonly algorithm: string;
  /** Whether the proof had to state the algorithm, and did not. */
  readonly isUnnamed: boolean;
  /** Only an entry of this type; undefined: of any. */
  readonly type?: string;
}

const DEFAULT = 'sha-256';
const HASH = 'transaction_data_hash';
const ALGORITHM = 'transaction_data_hash_alg';

/** Devices name an algorithm by its text, or by its number in COSE (RFC 9054, 2.1). */
const COSE_HASHES: ReadonlyMap<CborValue, string> = new Map([
  [-16, 'sha-256'],
  [-43, 'sha-384'],
  [-44, 'sha-512'],
]);

/** @throws PresentationError `transaction_data` for members of the wrong form */
export function hashesInKeyBinding(keyBinding: JsonObject | undefined): readonly SignedHash[] {
  const hashes = keyBinding === undefined ? undefined : own(keyBinding, 'transaction_data_hashes');
  const name = keyBinding === undefined ? undefined : own(keyBinding, 'transaction_data_hashes_alg');
  const list = hashes === undefined ? [] : nonEmptyArray(hashes);
  if (list === undefined || new Set(list).size !== list.length) throw malformed('hashes_form');
  if (name !== undefined && typeof name !== 'string') throw malformed('algorithm_form');
  return list.map((hash) => ({ hash, algorithm: name ?? DEFAULT, isUnnamed: name === undefined }));
}

/**
 * In the namespace of an entry's type: one hash as bytes. `KeyAuthorizations` has been checked for these elements.
 * @throws PresentationError `transaction_data` for elements of the wrong form
 */
export function hashesInDeviceSigned(nameSpaces: NameSpaces): readonly SignedHash[] {
  return [...nameSpaces].flatMap(([type, elements]) => {
    if (!elements.has(HASH) && !elements.has(ALGORITHM)) return [];
    const hash = elements.get(HASH);
    if (!Buffer.isBuffer(hash)) throw malformed('hashes_form');
    const algorithm = algorithmOf(elements.get(ALGORITHM));
    return [{ hash: hash.toString('base64url'), algorithm, isUnnamed: false, type }];
  });
}

function algorithmOf(value: CborValue): string {
  const name = value === undefined ? DEFAULT : typeof value === 'string' ? value : COSE_HASHES.get(value);
  if (name === undefined) throw malformed('algorithm_form', receivedFact(value));
  return name;
}

function malformed(detail: string, received: ReturnType<typeof receivedFact> = {}): PresentationError {
  return new PresentationError('transaction_data', { facts: { detail, ...received } });
}
