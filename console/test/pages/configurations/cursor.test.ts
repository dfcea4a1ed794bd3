import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorAt } from '../../../src/pages/configurations/cursor.ts';

/** `|` is the cursor. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  return cursorAt(marked.replace('|', ''), offset);
}

test('a cursor at a name knows its object, what is typed, and the names before it', () => {
  assert.deepEqual(at('{"a": 1, "b|'), { path: [], at: 'name', from: 9, typed: '"b', names: ['a'] });
  assert.deepEqual(at('{"config": {|'), { path: ['config'], at: 'name', from: 12, typed: '', names: [] });
  assert.deepEqual(at('{"a": [{"x": 1}, {"y|').path, ['a', 1]);
});

test('a cursor at a value knows its path', () => {
  const { path, at: what, typed } = at('{"a": {"b": tr|');
  assert.deepEqual([path, what, typed], [['a', 'b'], 'value', 'tr']);
  assert.deepEqual(at('{"a": [1, |').path, ['a', 1]);
  assert.deepEqual(at('{"a": "x"|').typed, '', 'a value that is whole');
  assert.deepEqual(at('|').path, []);
});

test('braces and commas in a text are text', () => {
  assert.deepEqual(at('{"a": "{[,:", "b": |').path, ['b']);
  assert.deepEqual(at('{"a": "\\"", |').names, ['a']);
});
