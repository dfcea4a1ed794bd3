import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../../../src/parts/form/form-node.ts';
import { withSample } from '../../../src/parts/form/sample-schema.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

test('an object or list that the schema leaves open gets the fields of the sample', () => {
  const schema = object({ place: { type: 'object' }, over: { type: 'object' }, countries: { type: 'array' } });
  const sample = { place: { town: 'Berlin', since: '2020-01-01' }, over: { '18': true }, countries: ['DE'] };
  assert.deepEqual(
    withSample(schema, sample),
    object({
      place: object({ town: { type: 'string' }, since: { type: 'string', format: 'date' } }),
      over: object({ '18': { type: 'boolean' } }),
      countries: { type: 'array', items: { type: 'string' } },
    }),
  );
});

test('the schema decides: its members, free names, rules and formats stay as they are', () => {
  const schema = object({
    named: object({ a: { type: 'string' } }),
    free: { type: 'object', additionalProperties: { type: 'string' } },
    some: { type: 'object', anyOf: [{}] },
    code: { type: 'string', pattern: '^[0-9-]+$' },
    tuple: { type: 'string' },
  });
  const day = '2020-01-01';
  const sample = { named: { b: 1 }, free: { x: 'y' }, some: { a: 1 }, code: day, tuple: [1], further: 1 };
  assert.deepEqual(withSample(schema, sample), schema);
});

test('a day is a date; without a schema the sample has all there is, and what it leaves open is JSON', () => {
  assert.deepEqual(withSample({ type: 'string' }, '2020-01-01'), { type: 'string', format: 'date' });
  assert.deepEqual(withSample({ type: 'string' }, 'Erika'), { type: 'string' });
  const form = formOf(withSample(undefined, { a: 1, b: null, c: [], d: [{ e: true }] }));
  assert.ok(form.kind === 'group');
  assert.deepEqual(
    form.members.map(({ name, node }) => [name, node.kind]),
    [
      ['a', 'number'],
      ['b', 'json'],
      ['c', 'json'],
      ['d', 'list'],
    ],
  );
  assert.equal(formOf(withSample(undefined, undefined)).kind, 'json');
  assert.equal(withSample(false, { a: 1 }), false);
});
