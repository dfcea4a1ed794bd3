/**
 * Subjects of a login: the same user has the same subject at one client, and a different one at every other client.
 * Pure.
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Json } from '@countersign/shared/kernel/json';
import { type CredentialPath, type LoginClient, sectorOf } from './client.ts';

/** Changes when the input's format changes: another version produces different subjects. */
const VERSION = 'cs1';

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
    .map(([path, value]) => [path, normalized(value)] as const)
    .map((pair) => [JSON.stringify(pair[0]), pair] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);
  return hmacSha256(key, JSON.stringify([VERSION, sector, type, trust, ...pairs])).toString('base64url');
}

/** As in the credential, after NFC and without white space around it: wallets and issuers write one name in several forms. */
function normalized(value: Json): Json {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value;
}

/** Changes whenever the client's subjects would differ. Undefined for a client without lasting subjects. */
export function subjectRule(client: Pick<LoginClient, 'redirectUris' | 'subject'>): string | undefined {
  const { subject } = client;
  if (subject.kind !== 'pairwise') return undefined;
  const paths = subject.from.map((path) => JSON.stringify(path)).sort();
  return hashOf(JSON.stringify([VERSION, sectorOf(client), subject.trust ?? null, paths]));
}
