/** Assertion for functions that throw JwtError. */
import assert from 'node:assert/strict';
import type { JwtReason } from '../../src/crypto/jwt-error.ts';
import { JwtError } from '../../src/crypto/jwt-error.ts';

/** Asserts that the call throws a JwtError, with that reason if there is one. */
export function refuses(call: () => unknown, reason?: JwtReason): void {
  refusal(call, reason);
}

/** The same. @returns the error */
export function refusal(call: () => unknown, reason?: JwtReason): JwtError {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof JwtError, `no JwtError: ${String(thrown)}`);
  if (reason !== undefined) assert.equal(thrown.reason, reason);
  return thrown;
}
