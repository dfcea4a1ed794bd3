import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersFinding } from '../../src/kernel/json-members.ts';

test('a name that an object has twice is found, also where it is escaped', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"x":[1,{}],"a":1,"a":1}}]',
    '{"a":{"b":1},"a":2}',
  ]) {
    assert.deepEqual(membersFinding(text, 100), { kind: 'repeated', name: 'a' }, text);
  }
});

test('the same name in several objects, in arrays and in values is not repeated', () => {
  for (const text of [
    '{"a":{"a":"a"},"b":[{"a":1},{"a":2}]}',
    '["a","a"]',
    '{"a\\"":1,"a":"\\\\","b":"{,\\"a\\":"}',
    '',
  ]) {
    assert.equal(membersFinding(text, 100), undefined, text);
  }
});

test('members and items are counted together, and not those within texts', () => {
  const many = JSON.stringify({ a: Array.from({ length: 10 }, () => ({})) });
  assert.equal(membersFinding(many, 21), undefined);
  assert.deepEqual(membersFinding(many, 20), { kind: 'too many' });
  assert.equal(membersFinding(JSON.stringify({ a: '[,{,'.repeat(1000) }), 1), undefined);
});

test('text that is broken has no finding', () => {
  for (const text of ['"', '{"a', '}]', '{"a\\":1', '{"\\u00":1,"\\u00":1']) membersFinding(text, 10);
});
