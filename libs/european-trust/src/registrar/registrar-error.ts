/** A registrar's refusal, or an error in its response. Never contains tokens. */
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
