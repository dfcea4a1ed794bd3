/** Why a JWT or a key was refused. Callers map it to the code of their own protocol. */

export type JwtReason =
  | 'too_long'
  | 'not_compact'
  | 'not_base64url'
  | 'not_json'
  | 'duplicate_member'
  | 'reserved_member'
  | 'too_deep'
  | 'algorithm'
  | 'critical_header'
  | 'type'
  | 'key'
  | 'signature'
  // claims
  | 'claim'
  | 'expired'
  | 'not_yet_valid'
  // status lists
  | 'status_list'
  // certificates
  | 'certificate_path'
  // SD-JWT
  | 'not_sd_jwt'
  | 'hash_algorithm'
  | 'disclosure'
  | 'unreferenced_disclosure'
  | 'digest'
  | 'repeated_digest'
  | 'name_taken'
  | 'never_disclosable';

/** Holds a stable reason and nothing of the token. */
export class JwtError extends Error {
  override readonly name = 'JwtError';
  readonly reason: JwtReason;

  constructor(reason: JwtReason, cause?: unknown) {
    super(`The JWT is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
