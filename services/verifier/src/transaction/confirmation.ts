/** Which transaction data the holder confirmed with the presentation (OpenID4VP 1.0, 8.4 and B.3.3). */
import { parseObjectPart } from '@countersign/shared/crypto/strict-json';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { isScaType } from '@countersign/shared/openid4vp/sca-payloads';
import { nonEmptyArray } from '../query/dcql-findings.ts';
import { aboutCredential, PresentationError } from '../session/presentation-error.ts';
import { HASHES, hashOfEntry } from './hashes.ts';
import { readStrongAuthentication, type StrongAuthentication } from './strong-authentication.ts';

/** Transaction data comes from the backend's body through this server, so the larger limit applies. */
const MAX_OWN_MEMBERS = 100_000;

const DEFAULT_HASHES = ['sha-256'];

/** The proof of one presentation. */
export interface Confirmation {
  readonly queryId: string;
  /** Payload of its Key Binding JWT, if any. */
  readonly keyBinding: JsonObject | undefined;
}

/** What a request demands of the proofs in its response. */
export interface AskedTransactions {
  /** The encoded strings of the request. */
  readonly transactionData: readonly string[];
  readonly responseMode: string;
  /** `all`: each credential that an entry names signs all entries. Otherwise it only signs entries that name it. */
  readonly transactionBinding?: 'all';
}

/** What one presentation has confirmed. */
export interface ConfirmedTransactions {
  /** The confirmed entries exactly as they were sent, hashed and signed. */
  readonly transactionData: readonly string[];
  /** Set for an entry of strong customer authentication. */
  readonly authentication?: StrongAuthentication;
}

interface Entry {
  readonly text: string;
  readonly object: JsonObject;
}

/**
 * Checks that every entry is confirmed by a credential that it names, and that every hash belongs to an entry.
 * @returns one for each presentation; undefined for one that has confirmed nothing
 * @throws PresentationError `transaction_data`
 */
export function checkTransactionData(
  { transactionData, transactionBinding }: AskedTransactions,
  confirmations: readonly Confirmation[],
): readonly (readonly Entry[])[] {
  const entries = transactionData.map((text) => ({ text, object: parseObjectPart(text, { left: MAX_OWN_MEMBERS }) }));
  const named = new Set(entries.flatMap(({ object }) => namesOf(object, 'credential_ids')));
  const signers = (entry: Entry): readonly string[] =>
    transactionBinding === 'all' ? [...named] : namesOf(entry.object, 'credential_ids');
  const confirmed = confirmations.map((one) =>
    confirmedBy(
      one,
      entries.filter((entry) => signers(entry).includes(one.queryId)),
    ),
  );
  const signed = new Set(confirmed.flat());
  const open = entries.filter((entry) => !signed.has(entry));
  if (open.length > 0) throw notConfirmed(open.length);
  if (transactionBinding !== 'all') return confirmed;
  for (const [index, { queryId }] of confirmations.entries()) {
    const missing = named.has(queryId) ? entries.length - (confirmed[index]?.length ?? 0) : 0;
    if (missing > 0) throw aboutCredentialOf(queryId, missing);
  }
  return confirmed;
}

/**
 * Reads what strong customer authentication demands in addition, of the proofs that confirmed such an entry.
 * @returns one for each presentation; undefined for one that has confirmed nothing
 * @throws PresentationError `strong_authentication`
 */
export function checkStrongAuthentication(
  { responseMode }: Pick<AskedTransactions, 'responseMode'>,
  confirmations: readonly Confirmation[],
  confirmed: readonly (readonly Entry[])[],
): readonly (ConfirmedTransactions | undefined)[] {
  return confirmations.map(({ queryId, keyBinding }, index) => {
    const entries = confirmed[index] ?? [];
    if (entries.length === 0) return undefined;
    const transactionData = entries.map(({ text }) => text);
    if (keyBinding === undefined || !entries.some(({ object }) => isScaType(own(object, 'type')))) {
      return { transactionData };
    }
    const authentication = aboutCredential(queryId, () => readStrongAuthentication(keyBinding, responseMode));
    return { transactionData, authentication };
  });
}

/** @param entries those that the credential may sign */
function confirmedBy({ queryId, keyBinding }: Confirmation, entries: readonly Entry[]): readonly Entry[] {
  const { hashes, algorithm } = hashesOf(keyBinding);
  return hashes.map((hash) => {
    const match = entries.find(
      ({ text, object }) =>
        allowedHashes(object, algorithm.named).includes(algorithm.name) &&
        hashOfEntry(text, algorithm.name)?.toString('base64url') === hash,
    );
    // a hash that belongs to no entry of this credential
    if (match === undefined) throw unknownHash(queryId, algorithm.name);
    return match;
  });
}

/** @param algorithm the wallet's name for it, or the default */
function unknownHash(credential: string, algorithm: string): PresentationError {
  const facts = { detail: 'unknown_hash', credential, expectedAny: Object.keys(HASHES), received: algorithm };
  return new PresentationError('transaction_data', { facts });
}

function notConfirmed(count: number): PresentationError {
  return new PresentationError('transaction_data', { facts: { detail: 'not_confirmed', count } });
}

function aboutCredentialOf(credential: string, count: number): PresentationError {
  const facts = { detail: 'not_confirmed', credential, count };
  return new PresentationError('transaction_data', { credential, facts });
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
