/** Assertion for functions that throw JwtError. */
import assert from 'node:assert/strict';
import type { JwtReason } from '../../src/crypto/jwt-error.ts';
import { JwtError } from '../../src/crypto/jwt-error.ts';

/** Asserts that the call throws a JwtError, with that reason where one is named. */
export function refuses(call: () => unknown, reason?: JwtReason): void {
  assert.throws(call, (error) => {
    assert.ok(error instanceof JwtError, `no JwtError: ${String(error)}`);
    if (reason !== undefined) assert.equal(error.reason, reason);
    return true;
  });
}
