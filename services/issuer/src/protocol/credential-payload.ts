import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';

export interface CredentialPayloadInput {
  readonly issuer: string;
  readonly vct: string;
  readonly claims: JsonObject;
  readonly key: PublicJwk;
  readonly status: { readonly uri: string; readonly idx: number };
  /** Milliseconds. */
  readonly now: number;
  /** Seconds until `exp`; undefined: no `exp`. */
  readonly lifetime?: number;
}

/** The payload to sign. */
export type CredentialPayload = JsonObject & { readonly vct: string };

const HOUR = 3600;

/**
 * The payload of an SD-JWT VC before disclosures (SD-JWT VC, 3.2.2).
 * Times are whole hours, so that the credentials of a batch can't be linked by them (RFC 9901, 10.1).
 */
export function credentialPayload(input: CredentialPayloadInput): CredentialPayload {
  const now = input.now / 1000;
  return {
    ...input.claims,
    iss: input.issuer,
    iat: Math.floor(now / HOUR) * HOUR,
    ...(input.lifetime === undefined ? {} : { exp: Math.ceil((now + input.lifetime) / HOUR) * HOUR }),
    vct: input.vct,
    cnf: { jwk: { ...input.key } },
    status: { status_list: { idx: input.status.idx, uri: input.status.uri } },
  };
}
