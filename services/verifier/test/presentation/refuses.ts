/** Assertion for everything that throws PresentationError. */
import assert from 'node:assert/strict';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { PresentationError, type PresentationReason } from '../../src/session/presentation-error.ts';

/** Asserts that the call throws a PresentationError, with one of the reasons if there are any. */
export function refuses(call: () => unknown, ...reasons: PresentationReason[]): void {
  assert.throws(call, (error) => isRefusal(error, reasons));
}

/** Asserts that the call is refused for the reason, with these facts. */
export function refusesWith(call: () => unknown, reason: PresentationReason, facts: Facts | undefined): void {
  assert.throws(call, (error) => {
    isRefusal(error, [reason]);
    assert.deepEqual((error as PresentationError).reasoned, facts === undefined ? { reason } : { reason, facts });
    return true;
  });
}

/** As `refuses`, for a promise. */
export async function refusesLater(promise: Promise<unknown>, ...reasons: PresentationReason[]): Promise<void> {
  await assert.rejects(promise, (error) => isRefusal(error, reasons));
}

/** @returns the refusal of a call */
export function refusalOf(call: () => unknown): PresentationError {
  try {
    call();
  } catch (error) {
    if (error instanceof PresentationError) return error;
    throw error;
  }
  return assert.fail('not refused');
}

function isRefusal(error: unknown, reasons: readonly PresentationReason[]): true {
  assert.ok(error instanceof PresentationError, `no PresentationError: ${String(error)}`);
  if (reasons.length > 0) assert.ok(reasons.includes(error.reason), `refused for ${error.reason}`);
  return true;
}
