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
    assert.deepEqual(membersFinding(text, { left: 100 }), { kind: 'repeated', name: 'a' }, text);
  }
});

test('the same name in several objects, in arrays and in values is not repeated', () => {
  for (const text of [
    '{"a":{"a":"a"},"b":[{"a":1},{"a":2}]}',
    '["a","a"]',
    '{"a\\"":1,"a":"\\\\","b":"{,\\"a\\":"}',
    '',
  ]) {
    assert.equal(membersFinding(text, { left: 100 }), undefined, text);
  }
});

test('members and items are counted together, and not those within texts', () => {
  const many = JSON.stringify({ a: Array.from({ length: 10 }, () => ({})) });
  assert.equal(membersFinding(many, { left: 21 }), undefined);
  assert.deepEqual(membersFinding(many, { left: 20 }), { kind: 'too many' });
  assert.equal(membersFinding(JSON.stringify({ a: '[,{,'.repeat(1000) }), { left: 1 }), undefined);
});

test('text that is broken has no finding', () => {
  for (const text of ['"', '{"a', '}]', '{"a\\":1', '{"\\u00":1,"\\u00":1']) membersFinding(text, { left: 10 });
});

test('a reserved name and too many levels are found', () => {
  for (const text of ['{"__proto__":1}', '[{"a":{"\\u005f_proto__":1}}]'])
    assert.deepEqual(membersFinding(text, { left: 100 }), { kind: 'reserved' }, text);
  assert.equal(membersFinding('["__proto__"]', { left: 100 }), undefined);
  assert.deepEqual(membersFinding('['.repeat(33), { left: 100 }), { kind: 'too deep' });
  assert.equal(membersFinding('['.repeat(32), { left: 100 }), undefined);
});

test('several texts share one room', () => {
  const room = { left: 5 };
  assert.equal(membersFinding('[1,2]', room), undefined);
  assert.equal(membersFinding('[1,2]', room), undefined);
  assert.deepEqual(membersFinding('[1,2]', room), { kind: 'too many' });
});
