import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misfits } from '../../src/warnings/schema-misfit.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 4 },
    age: { type: ['integer', 'null'], minimum: 18 },
    level: { enum: ['reader', 'author'] },
    kind: { const: 'card' },
    'a/b': { type: 'boolean' },
    list: { type: 'array', maxItems: 2, items: { type: 'number' } },
  },
};

test('each plain keyword is applied to what it is for', () => {
  const bad = { name: 'A', age: 17, level: 'guest', kind: 'pass', 'a/b': 'yes', list: [1, 'two'] };
  assert.deepEqual(
    misfits(bad, schema).map(({ pointer }) => pointer),
    ['/name', '/age', '/level', '/kind', '/a~1b', '/list/1'],
  );
  assert.deepEqual(misfits({ name: 'Anna', age: null, level: 'reader', kind: 'card', list: [1] }, schema), []);
  assert.deepEqual(misfits({ name: 'Anna', unknown: 1 }, schema), []);
  assert.deepEqual(misfits({ list: [1, 2, 3] }, schema), [{ pointer: '/list', detail: 'is above maxItems' }]);
});

test('no value of a claim is in a finding, and deep values end', () => {
  assert.ok(!JSON.stringify(misfits({ level: 'CANARY' }, schema)).includes('CANARY'));
  let deep: object = { type: 'object' };
  for (let level = 0; level < 50; level += 1) deep = { type: 'object', properties: { a: deep } };
  assert.deepEqual(misfits('x', deep as never), [{ pointer: '', detail: 'must be object' }]);
});
