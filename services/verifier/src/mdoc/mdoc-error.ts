/** Why an mdoc is refused: reasons of the catalogue, by the check that found it. */
import type { Facts } from '@countersign/shared/kernel/reasons/facts';

export type MdocReason =
  | 'presentation_format'
  | 'type'
  | 'issuer_header'
  | 'issuer_trust'
  | 'issuer_signature'
  | 'disclosure'
  | 'time'
  | 'kb_missing'
  | 'kb_signature';

/** Holds a reason and facts, and no value of an element. */
export class MdocError extends Error {
  override readonly name = 'MdocError';
  readonly reason: MdocReason;
  readonly facts: Facts;

  constructor(reason: MdocReason, facts: Facts = {}, cause?: unknown) {
    super(`Refused mdoc: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.facts = facts;
  }
}
