/** How a key binding confirms transaction data (OpenID4VP 1.0, 8.4 and B.3.3; EUDI TS12 1.0.1, 3.6). */
import { createHash, randomUUID } from 'node:crypto';
import type { Cbor, CborMap } from '../mdoc/cbor.ts';
import type { PresentationRequest } from './present.ts';

interface Entry {
  readonly type?: string;
  readonly credential_ids?: readonly string[];
  readonly transaction_data_hashes_alg?: readonly string[];
}

const HASHES: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' };

/** RFC 9054, 2.1 */
const COSE_HASHES: Readonly<Record<string, number>> = { 'sha-256': -16, 'sha-384': -43, 'sha-512': -44 };

/** What this wallet says that it applied: a PIN, and the key in the phone. */
const AMR = [{ knowledge: 'pin_6_or_more_digits' }, { possession: 'key_in_local_native_wscd' }];

/** Which entries a credential signs: those that name it, or all if one names it. */
export type Binding = 'per-credential' | 'all';

/**
 * The members of a Key Binding JWT that confirm the entries for a credential; none if no entry names it.
 * @param id of the credential query
 */
export function confirmationOf(
  { transaction_data: sent = [], response_mode }: Pick<PresentationRequest, 'transaction_data' | 'response_mode'>,
  id: string,
  binding: Binding = 'per-credential',
): object {
  const own = entriesFor(sent, id, binding);
  if (own.length === 0) return {};
  const offered = own.map((entry) => entry.transaction_data_hashes_alg);
  const algorithm = Object.keys(HASHES).find((name) =>
    offered.every((list) => list?.includes(name) ?? name === 'sha-256'),
  );
  const hash = HASHES[algorithm ?? ''] ?? 'sha256';
  const isStrong = own.some(({ type }) => type?.startsWith('urn:eudi:sca:'));
  return {
    transaction_data_hashes: own.map(({ text }) => createHash(hash).update(text).digest('base64url')),
    ...(offered.some((list) => list !== undefined) ? { transaction_data_hashes_alg: algorithm } : {}),
    ...(isStrong ? { jti: randomUUID(), response_mode, amr: AMR } : {}),
  };
}

/** The elements that the device of an mdoc signs for the same purpose: by type, hash and algorithm (B.2.1). */
export function deviceConfirmationOf(
  { transaction_data: sent = [] }: Pick<PresentationRequest, 'transaction_data'>,
  id: string,
  binding: Binding = 'per-credential',
): CborMap {
  const elements = entriesFor(sent, id, binding).map(({ type = '', text, transaction_data_hashes_alg: offered }) => {
    const name = Object.keys(HASHES).find((one) => offered?.includes(one) ?? one === 'sha-256') ?? 'sha-256';
    const hash = createHash(HASHES[name] ?? 'sha256')
      .update(text)
      .digest();
    const signed: [string, Cbor][] = [['transaction_data_hash', hash]];
    if (offered !== undefined) signed.push(['transaction_data_hash_alg', COSE_HASHES[name] ?? name]);
    return [type, new Map(signed)] as const;
  });
  return new Map(elements);
}

/** The entries that a credential signs, as sent. */
export function entriesFor(
  sent: readonly string[],
  id: string,
  binding: Binding = 'per-credential',
): readonly (Entry & { readonly text: string })[] {
  const entries = sent.map((text) => ({
    ...(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Entry),
    text,
  }));
  const naming = entries.filter(({ credential_ids: ids = [] }) => ids.includes(id));
  return binding === 'all' && naming.length > 0 ? entries : naming;
}
