/** Which transaction data the holder confirmed with the presentation (OpenID4VP 1.0, 8.4 and B.3.3). */
import { parseObjectPart } from '@countersign/shared/crypto/strict-json';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import { isScaType } from '@countersign/shared/openid4vp/sca-payloads';
import type { NameSpaces } from '../mdoc/issuer-signed-items.ts';
import { nonEmptyArray } from '../query/dcql-findings.ts';
import { aboutCredential, PresentationError } from '../session/presentation-error.ts';
import { HASHES, hashOfEntry } from './hashes.ts';
import { hashesInDeviceSigned, hashesInKeyBinding, type SignedHash } from './signed-hashes.ts';
import { readStrongAuthentication, type StrongAuthentication } from './strong-authentication.ts';

/** Transaction data comes from the backend's body through this server, so the larger limit applies. */
const MAX_OWN_MEMBERS = 100_000;

const DEFAULT_HASHES = ['sha-256'];

/** The proof of one presentation. */
export interface Confirmation {
  readonly queryId: string;
  /** Payload of its Key Binding JWT, if any. */
  readonly keyBinding: JsonObject | undefined;
  /** Elements that the device of an mdoc signed itself. */
  readonly deviceSigned?: NameSpaces | undefined;
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
function confirmedBy({ queryId, keyBinding, deviceSigned }: Confirmation, entries: readonly Entry[]): readonly Entry[] {
  const hashes = deviceSigned === undefined ? hashesInKeyBinding(keyBinding) : hashesInDeviceSigned(deviceSigned);
  return hashes.map((signed) => {
    const match = entries.find((entry) => isOf(entry, signed));
    // a hash that belongs to no entry of this credential
    if (match === undefined) throw unknownHash(queryId, signed.algorithm);
    return match;
  });
}

function isOf({ text, object }: Entry, { hash, algorithm, isUnnamed, type }: SignedHash): boolean {
  if (type !== undefined && own(object, 'type') !== type) return false;
  if (!allowedHashes(object, isUnnamed).includes(algorithm)) return false;
  return hashOfEntry(text, algorithm)?.toString('base64url') === hash;
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

/** B.3.3.1: if the request listed algorithms, the proof must state which one it used. */
function allowedHashes(object: JsonObject, isUnnamed: boolean): readonly string[] {
  if (!Object.hasOwn(object, 'transaction_data_hashes_alg')) return DEFAULT_HASHES;
  return isUnnamed ? [] : namesOf(object, 'transaction_data_hashes_alg');
}

function namesOf(object: JsonObject, member: string): readonly string[] {
  return (nonEmptyArray(own(object, member)) ?? []).filter((name) => typeof name === 'string');
}
