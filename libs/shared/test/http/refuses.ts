/** The assertion for refusals of the protocol code. */
import assert from 'node:assert/strict';
import { type ErrorCode, ProtocolError } from '../../src/kernel/errors.ts';

/**
 * Asserts a ProtocolError of that code whose description has only the characters of RFC 6749, 5.2.
 * @param description what the description must match
 * @param secret must not be in the description
 */
export function refuses(call: () => unknown, code: ErrorCode, description?: RegExp, secret?: string): ProtocolError {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof ProtocolError, `no ProtocolError: ${String(thrown)}`);
  assert.equal(thrown.code, code, thrown.message);
  assert.match(thrown.message, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  if (description !== undefined) assert.match(thrown.message, description);
  if (secret !== undefined) assert.ok(!thrown.message.includes(secret), 'the description holds a secret');
  return thrown;
}

/** Asserts that the call returns, or throws one of these codes, as a parser must for any input. */
export function parsesOrRefuses(call: () => unknown, codes: readonly ErrorCode[]): void {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof ProtocolError, `no ProtocolError: ${String(error)}`);
    assert.ok(codes.includes(error.code), error.code);
    assert.match(error.message, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  }
}
