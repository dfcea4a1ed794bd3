/** Transaction data (OpenID4VP 1.0, 5.1, 8.4 and B.3.3), which the holder confirms with the presentation. */
import { createHash } from 'node:crypto';
import { parseObjectPart } from '@countersign/shared/crypto/strict-json';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from '../session/presentation-error.ts';
import { nonEmptyArray } from './dcql-findings.ts';
import type { DcqlQuery } from './dcql-query.ts';

/** Transaction data comes from the backend's body through this server, so the larger limit applies. */
const MAX_OWN_MEMBERS = 100_000;

/** Names of the IANA registry "Named Information Hash Algorithm", and their names in node:crypto. */
const HASHES: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' };
const DEFAULT_HASHES = ['sha-256'];

export type EncodedTransactionData =
  | { readonly ok: true; readonly transactionData: readonly string[] }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The proof of one presentation. */
export interface Confirmation {
  readonly queryId: string;
  /** Payload of its Key Binding JWT, if any. */
  readonly keyBinding: JsonObject | undefined;
}

/**
 * Checks and encodes the backend's transaction data.
 * @param objects the presentation request's `transaction_data`
 * @returns the encoded strings for the request, whose bytes are hashed and must not change; or every error
 */
export function encodeTransactionData(objects: readonly JsonObject[], query: DcqlQuery): EncodedTransactionData {
  const errors = objects.flatMap((object, index) => findings(object, `/transaction_data/${index}`, query));
  if (errors.length > 0) return { ok: false, errors };
  const transactionData = objects.map((object) => Buffer.from(JSON.stringify(object)).toString('base64url'));
  return { ok: true, transactionData };
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
          digest(text, algorithm.name) === hash,
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

/** B.3.3.1: over the encoded string, not over the decoded JSON */
function digest(text: string, algorithm: string): string | undefined {
  const name = Object.hasOwn(HASHES, algorithm) ? HASHES[algorithm] : undefined;
  return name === undefined ? undefined : createHash(name).update(text, 'latin1').digest('base64url');
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

function findings(object: JsonObject, at: string, query: DcqlQuery): readonly FieldError[] {
  const errors: FieldError[] = [];
  const type = own(object, 'type');
  if (typeof type !== 'string' || type === '') errors.push({ pointer: `${at}/type`, detail: 'The type is required' });
  const ids = nonEmptyArray(own(object, 'credential_ids'));
  if (ids === undefined) errors.push({ pointer: `${at}/credential_ids`, detail: 'At least one id of the query' });
  for (const [index, id] of (ids ?? []).entries()) {
    const credential = query.credentials.find((one) => one.id === id);
    const pointer = `${at}/credential_ids/${index}`;
    if (credential === undefined) errors.push({ pointer, detail: 'No such id in the query' });
    // B.2.5 lets a device sign it as an element that the issuer authorised; that is not built.
    else if (credential.format === 'mso_mdoc') {
      errors.push({ pointer, detail: 'Confirmation by an mdoc is not built: refer to a dc+sd-jwt credential' });
    }
    // 8.4: the confirmation is part of the Key Binding JWT
    else if (!credential.requireHolderBinding)
      errors.push({ pointer, detail: 'Its query does not require holder binding' });
  }
  if (Object.hasOwn(object, 'transaction_data_hashes_alg')) {
    const names = nonEmptyArray(own(object, 'transaction_data_hashes_alg'));
    if (!names?.every((name) => typeof name === 'string' && Object.hasOwn(HASHES, name))) {
      const detail = `A list of ${Object.keys(HASHES).join(', ')}`;
      errors.push({ pointer: `${at}/transaction_data_hashes_alg`, detail });
    }
  }
  return errors;
}
