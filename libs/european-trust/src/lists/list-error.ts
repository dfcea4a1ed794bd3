/** Why a list is refused. The last good one stays in force. */
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { ListReason } from './list-reasons.ts';
import type { ListFinding } from './trust-list.ts';

export class ListError extends Error {
  override readonly name = 'ListError';
  readonly reason: ListReason;
  /** At least one. Certificates and signatures are not in them. */
  readonly findings: readonly ListFinding[];
  readonly facts: Facts;

  constructor(
    reason: ListReason,
    findings: readonly ListFinding[],
    { facts = {}, cause }: { readonly facts?: Facts; readonly cause?: unknown } = {},
  ) {
    super(`The list is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.findings = findings;
    this.facts = facts;
  }
}

/** An error with one message. */
export function refusedList(
  reason: ListReason,
  [pointer, detail]: readonly [pointer: string, detail: string],
  more: { readonly facts?: Facts; readonly cause?: unknown } = {},
): ListError {
  return new ListError(reason, [{ pointer, detail }], more);
}
