/** What the interface found, at the fields of a form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../src/api/problem.ts';
import { findingAt } from '../../src/state/use-change.ts';

test('a finding belongs to its member and to those around it', () => {
  const errors = [
    { pointer: '/uris/0', detail: 'No address' },
    { pointer: '/id', detail: 'No id' },
  ];
  const problem = new Problem({ status: 400, code: 'invalid_request', detail: 'x', errors });
  assert.equal(findingAt(problem, '/uris'), 'No address');
  assert.equal(findingAt(problem, '/uris/0'), 'No address');
  assert.equal(findingAt(problem, '/uris/0/a'), undefined);
  assert.equal(findingAt(problem, '/ur'), undefined);
  assert.equal(findingAt(problem, '/id'), 'No id');
  assert.equal(findingAt(undefined, '/id'), undefined);
});
