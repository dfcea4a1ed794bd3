/** The credentials of one request, before they have their places in a status list: what both formats share. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';

export interface StatusReference {
  readonly uri: string;
  readonly idx: number;
}

export interface CredentialsToSign {
  readonly tenant: string;
  /** Checked. */
  readonly claims: JsonObject;
  /** One credential each. */
  readonly keys: readonly PublicJwk[];
  /** Milliseconds. */
  readonly now: number;
  /** Seconds from issuance to expiry; undefined: the format's default. */
  readonly lifetime?: number;
  /** Seconds since 1970: the expiry is earlier. */
  readonly before?: number;
  /** The request's notes. Receives one that states which certificate signed. */
  readonly notes?: Reasoned[] | undefined;
}

export interface SignableCredentials {
  /** Their expiry, seconds; undefined if they never expire. */
  readonly exp?: number;
  /** Signs one credential per key. */
  readonly sign: (places: readonly StatusPlace[]) => Promise<readonly string[]>;
}

/** Undefined for a credential without a status. */
export type StatusPlace = StatusReference | undefined;

/** Each key with its own status list entry, or without one. */
export function paired(
  keys: readonly PublicJwk[],
  places: readonly StatusPlace[],
): readonly { readonly key: PublicJwk; readonly status: StatusPlace }[] {
  if (places.length < keys.length) throw new Error('The status service returned fewer indexes than requested');
  return keys.map((key, index) => ({ key, status: places[index] }));
}
