/** The reason of a refusal, for the tests of its source. */
import assert from 'node:assert/strict';
import { ProtocolError } from '../../src/kernel/errors.ts';
import type { Facts } from '../../src/kernel/reasons/facts.ts';
import type { Reason } from '../../src/kernel/reasons/reasons.ts';

/** @returns reason and facts of the ProtocolError that the call throws or rejects with; the reason alone where it has no facts */
export async function whyRefused(call: () => unknown): Promise<readonly [reason?: Reason, facts?: Facts]> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof ProtocolError, `no ProtocolError: ${String(thrown)}`);
  const { reason, facts } = thrown.options;
  assert.ok(reason !== undefined, `no reason: ${thrown.message}`);
  return facts === undefined ? [reason] : [reason, facts];
}
