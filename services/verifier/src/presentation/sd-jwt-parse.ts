/** Parses the compact form of an SD-JWT (RFC 9901, 4). */
import { JwtError } from '@countersign/shared/crypto/jwt-error';

/** Limit of an SD-JWT in characters, large enough for a portrait. */
export const MAX_SD_JWT_LENGTH = 262_144;
/** Maximum number of members and items in a credential's JWT, and again in all its disclosures together. */
export const MAX_CREDENTIAL_MEMBERS = 10_000;
const MAX_DISCLOSURES = 1000;

export interface ParsedSdJwt {
  readonly jwt: string;
  /** As sent: base64url. */
  readonly disclosures: readonly string[];
  /** The Key Binding JWT, if any. */
  readonly keyBinding: string | undefined;
  /** The input of `sd_hash`: everything up to and including the last tilde (RFC 9901, 4.3.1). */
  readonly presented: string;
}

/**
 * Splits an SD-JWT, with or without key binding, without parsing its parts.
 * @throws JwtError
 */
export function parseSdJwt(token: unknown): ParsedSdJwt {
  if (typeof token !== 'string') throw new JwtError('not_sd_jwt');
  if (token.length > MAX_SD_JWT_LENGTH) throw new JwtError('too_long');
  const [jwt = '', ...rest] = token.split('~', MAX_DISCLOSURES + 3);
  const last = rest.pop();
  // RFC 9901, 4: without a KB-JWT the string ends with a tilde
  if (last === undefined || jwt === '') throw new JwtError('not_sd_jwt');
  if (rest.length > MAX_DISCLOSURES) throw new JwtError('too_long');
  if (rest.includes('')) throw new JwtError('not_sd_jwt');
  const presented = token.slice(0, token.length - last.length);
  return { jwt, disclosures: rest, keyBinding: last === '' ? undefined : last, presented };
}
