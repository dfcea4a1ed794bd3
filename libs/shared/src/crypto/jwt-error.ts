/** Why a JWT or a key was refused. Callers map it to their protocol's own code and reason. */
import type { Facts } from '../kernel/reasons/facts.ts';

export const jwtReasons = [
  'too_long',
  'not_compact',
  'not_base64url',
  'not_json',
  'duplicate_member',
  'reserved_member',
  'too_deep',
  'algorithm',
  'critical_header',
  'type',
  'key',
  'signature',
  // claims
  'claim',
  'expired',
  'not_yet_valid',
  // status lists
  'status_list',
  // certificates
  'certificate_path',
  // SD-JWT
  'not_sd_jwt',
  'hash_algorithm',
  'disclosure',
  'unreferenced_disclosure',
  'digest',
  'repeated_digest',
  'name_taken',
  'never_disclosable',
] as const;

export type JwtReason = (typeof jwtReasons)[number];

export interface JwtErrorOptions {
  readonly cause?: unknown;
  /**
   * For the backend's developer: what was expected and what was received. Never a secret from the token, or a claim
   * value from a credential.
   */
  readonly facts?: Facts;
}

/** Contains a stable reason and facts, and nothing else from the token. */
export class JwtError extends Error {
  override readonly name = 'JwtError';
  readonly reason: JwtReason;
  readonly facts: Facts;

  constructor(reason: JwtReason, { cause, facts = {} }: JwtErrorOptions = {}) {
    super(`The JWT is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.facts = facts;
  }
}
