/** The reason of a refusal, for the tests of its source. */
import assert from 'node:assert/strict';
import type { Facts } from '../../src/kernel/reasons/facts.ts';
import type { Reason } from '../../src/kernel/reasons/reasons.ts';
import { refusalOf } from './refusal.ts';

/**
 * @returns reason and facts of the ProtocolError that the call throws or rejects with; only the reason if it has no
 *   facts
 */
export async function whyRefused(call: () => unknown): Promise<readonly [reason?: Reason, facts?: Facts]> {
  const { reason, facts } = await refusalOf(call);
  assert.ok(reason !== undefined, 'no reason');
  return facts === undefined ? [reason] : [reason, facts];
}
