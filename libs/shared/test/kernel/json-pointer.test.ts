import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapePointer, namesOfPointer, unescapePointer } from '../../src/kernel/json-pointer.ts';

test('a name is written and read back (RFC 6901, 5)', () => {
  const names = { 'a/b': 'a~1b', 'm~n': 'm~0n', '~1/': '~01~1', '': '', ' ': ' ' };
  for (const [name, token] of Object.entries(names)) {
    assert.equal(escapePointer(name), token);
    assert.equal(unescapePointer(token), name);
  }
});

test('a pointer names each step, and the whole document none', () => {
  assert.deepEqual(namesOfPointer('/claims/a~1b/0'), ['claims', 'a/b', '0']);
  assert.deepEqual(namesOfPointer('/'), ['']);
  assert.deepEqual(namesOfPointer(''), []);
});
