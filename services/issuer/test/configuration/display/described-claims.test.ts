import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { schemasAt } from '../../../src/configuration/display/described-claims.ts';

const titles = (schema: JsonObject, root = schema): unknown[] =>
  schemasAt(schema, root)
    .map(({ title }) => title)
    .filter((title) => title !== undefined)
    .sort();

test('a schema and all that it combines at the same place', () => {
  const schema = {
    title: 'root',
    allOf: [{ title: 'all', oneOf: [{ title: 'one' }] }],
    anyOf: [{ title: 'any' }],
    else: { title: 'else' },
    dependentSchemas: { a: { title: 'dependent' } },
    properties: { a: { title: 'elsewhere' } },
    not: { title: 'not' },
  };
  assert.deepEqual(titles(schema), ['all', 'any', 'dependent', 'else', 'one', 'root']);
});

test('references within the document are followed, also through a list; others are not', () => {
  const $defs = { 'a/b c': { title: 'named' }, list: [{ title: 'first' }] } as unknown as JsonObject;
  const at = ($ref: string): unknown[] => titles({ $ref }, { title: 'root', $defs });
  assert.deepEqual(at('#/$defs/a~1b%20c'), ['named']);
  assert.deepEqual(at('#/$defs/list/0'), ['first']);
  assert.deepEqual(at('#'), ['root']);
  for (const reference of ['#/$defs/none/x', 'https://other.example/', '#anchor', '#/%zz']) {
    assert.deepEqual(at(reference), [], reference);
  }
});

test('recursive schemas terminate', () => {
  const root = { title: 'root', allOf: [{ $ref: '#' }, { $ref: '#/allOf/1' }] };
  assert.deepEqual(titles(root), ['root']);
  assert.deepEqual(schemasAt(undefined, root), []);
  assert.deepEqual(schemasAt(true, root), []);
});
