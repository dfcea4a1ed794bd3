/** Assertions for functions that throw CoseError or MdocError. */
import assert from 'node:assert/strict';
import { CoseError, type CoseReason } from '@countersign/shared/mdoc/cose-error';
import { MdocError, type MdocReason } from '../../src/mdoc/mdoc-error.ts';

/** Asserts that the call throws a CoseError of that reason. @returns the error */
export function coseRefusal(call: () => unknown, reason: CoseReason): CoseError {
  const thrown = thrownBy(call);
  assert.ok(thrown instanceof CoseError, `no CoseError: ${String(thrown)}`);
  assert.equal(thrown.reason, reason);
  return thrown;
}

/** Asserts that the call throws an MdocError of that reason. @returns the error */
export function mdocRefusal(call: () => unknown, reason: MdocReason): MdocError {
  const thrown = thrownBy(call);
  assert.ok(thrown instanceof MdocError, `no MdocError: ${String(thrown)}`);
  assert.equal(thrown.reason, reason, JSON.stringify(thrown.facts));
  return thrown;
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
