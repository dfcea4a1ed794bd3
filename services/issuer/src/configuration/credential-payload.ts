import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';

export interface CredentialPayloadInput {
  readonly issuer: string;
  readonly vct: string;
  readonly claims: JsonObject;
  readonly key: PublicJwk;
  /** Undefined: it has no status. */
  readonly status: { readonly uri: string; readonly idx: number } | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** Seconds until `exp`; undefined: no `exp` but for `before`. */
  readonly lifetime?: number;
  /** Seconds since 1970: `exp` is earlier. */
  readonly before?: number;
}

/** The payload to sign. */
export type CredentialPayload = JsonObject & { readonly vct: string };

/** Seconds. */
const HOUR = 3600;
const HOUR_MS = HOUR * 1000;

/**
 * The payload of an SD-JWT VC before disclosures (SD-JWT VC, 3.2.2).
 * Times are whole hours, so that the credentials of a batch can't be linked by them (RFC 9901, 10.1).
 */
export function credentialPayload(input: CredentialPayloadInput): CredentialPayload {
  const exp = credentialEnd(input);
  return {
    ...input.claims,
    iss: input.issuer,
    iat: Math.floor(input.now / HOUR_MS) * HOUR,
    ...(exp === undefined ? {} : { exp }),
    vct: input.vct,
    cnf: { jwk: { ...input.key } },
    ...(input.status === undefined
      ? {}
      : { status: { status_list: { idx: input.status.idx, uri: input.status.uri } } }),
  };
}

/** A credential's `iat`, seconds. @param now milliseconds */
export function issuedAt(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR;
}

/**
 * A credential's `exp`, seconds, a whole hour; undefined if it never expires. It is not after `now` if `before` is too
 * near.
 */
export function credentialEnd({
  now,
  lifetime,
  before,
}: Pick<CredentialPayloadInput, 'now' | 'lifetime' | 'before'>): number | undefined {
  const usual = lifetime === undefined ? undefined : Math.ceil((now / 1000 + lifetime) / HOUR) * HOUR;
  if (before === undefined) return usual;
  return Math.min(usual ?? Number.POSITIVE_INFINITY, (Math.ceil(before / HOUR) - 1) * HOUR);
}
