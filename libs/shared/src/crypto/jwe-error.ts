/** Why a JWE was refused. Callers map it to the code of their own protocol. */

export type JweReason =
  /** Its parts or its header are not those accepted here, or its ephemeral key is not on the curve. */
  | 'header'
  /** Its `kid` is missing, or names another key. */
  | 'unknown_key'
  /** It does not decrypt, or its content inflates to more than the limit. */
  | 'decrypt'
  /** The key to encrypt to can't be used. */
  | 'key';

/** Holds a stable reason and nothing of the message. */
export class JweError extends Error {
  override readonly name = 'JweError';
  readonly reason: JweReason;

  constructor(reason: JweReason, options: { readonly cause?: unknown } = {}) {
    super(`The JWE is refused: ${reason}`, options);
    this.reason = reason;
  }
}
