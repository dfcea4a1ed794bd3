/** Where raw presentations are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawFindings } from '../../src/query/raw-presentations.ts';

const query = { credentials: [{ id: 'pid' }, { id: 'badge' }] } as never;
const pointers = (raw: readonly string[] | undefined, more: object = {}) =>
  rawFindings(raw, { query, ...more }).map(({ pointer }) => pointer);

test('an id that is not in the query is an error with its place', () => {
  assert.deepEqual(pointers(['pid', 'badge']), []);
  assert.deepEqual(pointers(['pid', 'x', 'PID']), ['/raw/1', '/raw/2']);
  assert.deepEqual(pointers(undefined), []);
});

test('a profile that keeps only the answer and an intermediary have none', () => {
  assert.deepEqual(pointers(['pid'], { profile: 'age' }), ['/raw']);
  assert.deepEqual(pointers(['pid'], { client: 'NTRDE-1' }), ['/raw']);
  assert.deepEqual(pointers(undefined, { profile: 'age', client: 'NTRDE-1' }), []);
});
