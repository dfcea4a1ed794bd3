/** Which transaction data the holder confirmed with the presentation (OpenID4VP 1.0, 8.4 and B.3.3). */
import { parseObjectPart } from '@countersign/shared/crypto/strict-json';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { nonEmptyArray } from '../query/dcql-findings.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { HASHES, hashOfEntry } from './hashes.ts';

/** Transaction data comes from the backend's body through this server, so the larger limit applies. */
const MAX_OWN_MEMBERS = 100_000;

const DEFAULT_HASHES = ['sha-256'];

/** The proof of one presentation. */
export interface Confirmation {
  readonly queryId: string;
  /** Payload of its Key Binding JWT, if any. */
  readonly keyBinding: JsonObject | undefined;
}

/**
 * Checks that every transaction is confirmed by a credential that it names, and that every hash belongs to a transaction.
 * @param sent the encoded strings of the request
 * @throws PresentationError `transaction_data`
 */
export function checkTransactionData(sent: readonly string[], confirmations: readonly Confirmation[]): void {
  const transactions = sent.map((text) => ({ text, object: parseObjectPart(text, { left: MAX_OWN_MEMBERS }) }));
  const confirmed = new Set<string>();
  for (const { queryId, keyBinding } of confirmations) {
    const { hashes, algorithm } = hashesOf(keyBinding);
    for (const hash of hashes) {
      const match = transactions.find(
        ({ text, object }) =>
          namesOf(object, 'credential_ids').includes(queryId) &&
          allowedHashes(object, algorithm.named).includes(algorithm.name) &&
          hashOfEntry(text, algorithm.name)?.toString('base64url') === hash,
      );
      // a hash that belongs to no transaction of this credential
      if (match === undefined) throw notConfirmed('unknown_hash', queryId, algorithm.name);
      confirmed.add(match.text);
    }
  }
  const open = transactions.filter(({ text }) => !confirmed.has(text));
  if (open.length === 0) return;
  throw new PresentationError('transaction_data', { facts: { detail: 'not_confirmed', count: open.length } });
}

/** @param algorithm the wallet's name for it, or the default */
function notConfirmed(detail: string, credential: string, algorithm: string): PresentationError {
  const facts = { detail, credential, expectedAny: Object.keys(HASHES), received: algorithm };
  return new PresentationError('transaction_data', { facts });
}

function hashesOf(keyBinding: JsonObject | undefined): {
  readonly hashes: readonly Json[];
  readonly algorithm: { readonly name: string; readonly named: boolean };
} {
  const hashes = keyBinding === undefined ? undefined : own(keyBinding, 'transaction_data_hashes');
  const name = keyBinding === undefined ? undefined : own(keyBinding, 'transaction_data_hashes_alg');
  const list = hashes === undefined ? [] : nonEmptyArray(hashes);
  if (list === undefined || new Set(list).size !== list.length) throw malformed('hashes_form');
  if (name !== undefined && typeof name !== 'string') throw malformed('algorithm_form');
  return { hashes: list, algorithm: { name: name ?? 'sha-256', named: name !== undefined } };
}

function malformed(detail: string): PresentationError {
  return new PresentationError('transaction_data', { facts: { detail } });
}

/** B.3.3.1: if the request listed algorithms, the proof must state which one it used. */
function allowedHashes(object: JsonObject, named: boolean): readonly string[] {
  if (!Object.hasOwn(object, 'transaction_data_hashes_alg')) return DEFAULT_HASHES;
  return named ? namesOf(object, 'transaction_data_hashes_alg') : [];
}

function namesOf(object: JsonObject, member: string): readonly string[] {
  return (nonEmptyArray(own(object, member)) ?? []).filter((name) => typeof name === 'string');
}
