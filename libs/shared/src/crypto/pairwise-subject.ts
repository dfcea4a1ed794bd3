/**
 * Pseudonyms of people: the same claims give the same pseudonym in one sector, and a different one in every other.
 * Pure.
 */
import { isObject, type Json, type JsonObject, own } from '../kernel/json.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** Changes when the input's format changes: another version produces different pseudonyms. */
export const SUBJECT_VERSION = 'cs1';

/** Path of a claim in a credential, as in DCQL. */
export type CredentialPath = readonly string[];

export interface SubjectInput {
  readonly sector: string;
  /** `vct` or document type. Without it a credential of another type would produce the same subject. */
  readonly type: string;
  /** The authority that is trusted for that type. */
  readonly trust: string;
  readonly claims: readonly (readonly [CredentialPath, Json])[];
}

/**
 * HMAC-SHA-256, base64url. A plain hash could be reversed by trying names and dates of birth.
 * @param key the tenant's 32 bytes
 */
export function pairwiseSubject(key: Buffer, { sector, type, trust, claims }: SubjectInput): string {
  const pairs = claims
    .map(([path, value]) => [path, typeof value === 'string' ? normalized(value) : value] as const)
    .map((pair) => [JSON.stringify(pair[0]), pair] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);
  return hmacSha256(key, JSON.stringify([SUBJECT_VERSION, sector, type, trust, ...pairs])).toString('base64url');
}

/** After NFC and without white space around it: wallets, issuers and backends write one name in several forms. */
export function normalized(text: string): string {
  return text.normalize('NFC').trim();
}

const LONGEST_TEXT = 1024;

/** Numbers and lists have several spellings, and an empty string would match everyone. */
export function tellsApart(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT;
}

/** The value at a path of a credential. */
export function claimAt(values: JsonObject, path: CredentialPath): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => (isObject(at) ? own(at, name) : undefined), values);
}
