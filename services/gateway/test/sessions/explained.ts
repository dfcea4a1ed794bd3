/** A session's `error` as a backend reads it. */
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import { reasons } from '../../src/reasons.ts';

/** @param reason if it differs from the code */
export function explained(code: string, more: object = {}, reason: Reason = code as Reason): object {
  const { explanation, hint } = reasons[reason];
  return { code, reason, explanation, hint, ...more };
}
