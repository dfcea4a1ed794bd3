/** Why a call was refused, as the backend's developer reads it. */
import assert from 'node:assert/strict';
import { type ErrorCode, ProtocolError } from '../../src/kernel/errors.ts';
import { allowedFacts, type FactName, type Facts, factNames } from '../../src/kernel/reasons/facts.ts';
import type { Reason } from '../../src/kernel/reasons/reasons.ts';

export interface Refusal {
  readonly code: ErrorCode;
  readonly reason: Reason | undefined;
  readonly facts?: Facts;
}

/** Code, reason and facts of the ProtocolError that the call throws. The facts are within their limits of size. */
export async function refusalOf(call: () => unknown): Promise<Refusal> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  return whyOf(thrown);
}

/** The same of an error. */
export function whyOf(error: unknown): Refusal {
  assert.ok(error instanceof ProtocolError, `no ProtocolError: ${String(error)}`);
  const { reason, facts } = error.options;
  const kept = allowedFacts(facts, Object.keys(factNames) as FactName[]);
  return { code: error.code, reason, ...(kept === undefined ? {} : { facts: kept }) };
}
