/** Why a JWE was refused. Callers map it to their protocol's own code and reason. */
import type { Facts } from '../kernel/reasons/facts.ts';

export type JweReason =
  /** Its parts or its header are not those accepted here, or its ephemeral key is not on the curve. */
  | 'header'
  /** Its `kid` is missing, or belongs to a different key. */
  | 'unknown_key'
  /** It does not decrypt, or its content inflates to more than the limit. */
  | 'decrypt'
  /** The key to encrypt to can't be used. */
  | 'key';

export interface JweErrorOptions {
  readonly cause?: unknown;
  /** For the backend's developer: the refused member, what was expected and what was received. */
  readonly facts?: Facts;
}

/** Contains a stable reason and facts, and nothing else from the message. */
export class JweError extends Error {
  override readonly name = 'JweError';
  readonly reason: JweReason;
  readonly facts: Facts;

  constructor(reason: JweReason, { cause, facts = {} }: JweErrorOptions = {}) {
    super(`The JWE is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.facts = facts;
  }
}
