import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { claimsAnswer } from '../../src/delivery/claims-answer.ts';

test('an object of objects is returned unchanged', () => {
  for (const text of ['{}', '{"a":{}}', ' {"a":{"b":[1]},"c":{}} '])
    assert.equal(claimsAnswer(Buffer.from(text)), text);
});

test('any other body is undefined', () => {
  const deep = `{"a":${'{"b":'.repeat(40)}1${'}'.repeat(40)}}`;
  for (const text of [
    '',
    'null',
    '[]',
    '[{}]',
    '"a"',
    '{"a":1}',
    '{"a":null}',
    '{"a":[]}',
    '{',
    '{"__proto__":{}}',
    deep,
  ]) {
    assert.equal(claimsAnswer(Buffer.from(text)), undefined, text);
  }
  assert.equal(claimsAnswer(undefined), undefined);
});

test('it never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      claimsAnswer(Buffer.from(bytes));
    }),
  );
});
