/** A refusal of a registrar, or of what it sent. Tokens are never in it. */
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { RegistrarReason } from './registrar-reasons.ts';

export class RegistrarError extends Error {
  override readonly name = 'RegistrarError';
  readonly reason: RegistrarReason;
  readonly facts: Facts;

  constructor(reason: RegistrarReason, facts: Facts = {}, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.facts = facts;
  }
}
