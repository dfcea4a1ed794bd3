/** Why a CWT is refused; for the trace, never with a part of it. */
export type CwtReason =
  /** No COSE_Sign1 around a map of claims. */
  | 'structure'
  | 'type'
  /** No chain in the protected header ends at an anchor. */
  | 'issuer'
  | 'signature'
  /** A claim is missing, or has an invalid value. */
  | 'claim'
  | 'time'
  /** The list itself is malformed, or larger than the limit. */
  | 'list';

export class CwtError extends Error {
  override readonly name = 'CwtError';
  readonly reason: CwtReason;

  constructor(reason: CwtReason, cause?: unknown) {
    super(`The CWT is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
