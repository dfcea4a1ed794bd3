/** What a check finds. */
import assert from 'node:assert/strict';
import { type Finding, RegistrationError } from '../../src/registration/registration-error.ts';
import type { RegistrationReason } from '../../src/registration/registration-reasons.ts';

/** The errors of a check that must refuse. */
export function findingsOf(check: () => unknown): readonly Finding[] {
  try {
    check();
  } catch (error) {
    assert.ok(error instanceof RegistrationError, String(error));
    return error.findings;
  }
  return assert.fail('nothing is refused');
}

/** Asserts that a check refuses once, for this reason at this place. */
export function refusesAt(check: () => unknown, reason: RegistrationReason, pointer: string): Finding {
  const [finding, ...more] = findingsOf(check);
  assert.ok(finding !== undefined && more.length === 0, `${more.length + 1} findings`);
  assert.deepEqual([finding.reason, finding.pointer], [`${reason}`, pointer], finding.detail);
  return finding;
}

/** The same for a wrong form. */
export function refusesForm(check: () => unknown, pointer: string): Finding {
  return refusesAt(check, 'registration_certificate_malformed', pointer);
}
