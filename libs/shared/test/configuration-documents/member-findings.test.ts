import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileMembers } from '../../src/configuration-documents/member-findings.ts';

const check = compileMembers(
  {
    'a/b': { type: 'string', documented: { minLength: 2 }, finding: 'a/b is a text of two letters' },
    list: { type: 'array', items: { enum: [1, 2] }, finding: 'list has 1 and 2' },
    never: { not: {}, finding: 'never is not here' },
    other: { type: 'string' },
  },
  ['a/b'],
);

test('a member that its description refuses has one finding with the text of the description', () => {
  const found = check({ 'a/b': 'x', list: [3, 4], never: null, other: 7 }, '/at');
  assert.deepEqual(found, [
    { pointer: '/at/a~1b', detail: 'a/b is a text of two letters' },
    { pointer: '/at/list', detail: 'list has 1 and 2' },
    { pointer: '/at/never', detail: 'never is not here' },
  ]);
  assert.deepEqual(check({ 'a/b': 'xy', list: [] }, ''), []);
});

test('only a missing member that is required has a finding; a member of a prototype is missing', () => {
  assert.deepEqual(check({}, ''), [{ pointer: '/a~1b', detail: 'a/b is a text of two letters' }]);
  assert.deepEqual(compileMembers({ toString: { type: 'string', finding: 'x' } })({}, ''), []);
});
