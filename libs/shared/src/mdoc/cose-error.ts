/** Why a COSE structure or key is refused; for the trace, never with a part of it. */
import type { Facts } from '../kernel/reasons/facts.ts';

export type CoseReason =
  /** Not the form that RFC 9052 defines, including headers. */
  | 'structure'
  /** No algorithm in the protected header, or an unsupported one. */
  | 'algorithm'
  | 'critical_header'
  /** No public key of a curve that is accepted. */
  | 'key';

export class CoseError extends Error {
  override readonly name = 'CoseError';
  readonly reason: CoseReason;
  readonly facts: Facts;

  constructor(reason: CoseReason, facts: Facts = {}, cause?: unknown) {
    super(`Refused COSE: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.facts = facts;
  }
}
