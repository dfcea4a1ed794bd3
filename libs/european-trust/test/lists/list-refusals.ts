/** What a check of lists refuses. */
import assert from 'node:assert/strict';
import { ListError } from '../../src/lists/list-error.ts';
import type { ListReason } from '../../src/lists/list-reasons.ts';

/** Asserts that a check refuses, for this reason and first at this place. */
export function refusesList(check: () => unknown, reason: ListReason, pointer?: string): ListError {
  try {
    check();
  } catch (error) {
    assert.ok(error instanceof ListError, String(error));
    const [first] = error.findings;
    assert.equal(error.reason, reason, first?.detail);
    if (pointer !== undefined) assert.equal(first?.pointer, pointer, first?.detail);
    return error;
  }
  return assert.fail('nothing is refused');
}
