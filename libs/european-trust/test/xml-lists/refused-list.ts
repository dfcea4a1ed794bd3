import assert from 'node:assert/strict';
import { XmlListError, type XmlListProblem } from '../../src/xml-lists/xml-list-error.ts';

/** The work is refused as this problem. */
export function refusesAs(problem: XmlListProblem, work: () => unknown): void {
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof XmlListError, String(error));
    assert.equal(error.problem, problem);
    return true;
  });
}
