/** The stage of a rotation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Key } from '../../../src/pages/keys/key.ts';
import { rotationState } from '../../../src/pages/keys/rotation-state.ts';

const START = Date.parse('2029-01-01T00:00:00.000Z');
const HOUR = 3_600_000;
const key = (state: Key['state'], privateKey: Key['privateKey'] = 'local', hours = 0): Key => ({
  state,
  kid: state,
  privateKey,
  usedFrom: new Date(START + hours * HOUR).toISOString(),
});

test('without a change there is nothing to say', () => {
  assert.deepEqual(rotationState([key('active')], START), { waiting: 0 });
  assert.deepEqual(rotationState([], START), { waiting: 0 });
});

test('a waiting request and the next key are there at the same time', () => {
  const state = rotationState([key('active'), key('pending', 'local', 1), key('requested')], START);
  assert.deepEqual(state, { waiting: 1, nextFrom: '2029-01-01T01:00:00.000Z' });
});

test('the previous key answers for 48 hours, unless it was erased', () => {
  const replaced = [key('retiring', 'local', -5), key('active')];
  assert.equal(rotationState(replaced, START).previousUntil, '2029-01-03T00:00:00.000Z');
  assert.equal(rotationState(replaced, START + 48 * HOUR).previousUntil, undefined);
  assert.equal(rotationState([key('retiring', 'erased'), key('active')], START).previousUntil, undefined);
});
