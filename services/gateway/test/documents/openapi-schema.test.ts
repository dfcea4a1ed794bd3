import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSchemaCatalogue } from '../../src/documents/openapi-schema.ts';

const text = { type: 'string' } as const;

test('a named schema occurs once, and is referenced where it is used', () => {
  const { schemaOf, named } = createSchemaCatalogue();
  const inner = { title: 'Inner', type: 'object', properties: { title: text } };
  const outer = { title: 'Outer', type: 'object', properties: { a: inner, b: { type: 'array', items: inner } } };
  assert.deepEqual(schemaOf(outer), { $ref: '#/components/schemas/Outer' });
  assert.deepEqual(schemaOf({ type: 'array', items: outer }), {
    type: 'array',
    items: { $ref: '#/components/schemas/Outer' },
  });
  const reference = { $ref: '#/components/schemas/Inner' };
  assert.deepEqual(named(), {
    Inner: { type: 'object', properties: { title: text } },
    Outer: { type: 'object', properties: { a: reference, b: { type: 'array', items: reference } } },
  });
});

test('two schemas of one name are refused', () => {
  const { schemaOf } = createSchemaCatalogue();
  schemaOf({ title: 'Thing', type: 'string' });
  assert.doesNotThrow(() => schemaOf({ title: 'Thing', type: 'string' }));
  assert.throws(() => schemaOf({ title: 'Thing', type: 'integer' }), /Two schemas are called Thing/);
});

test('only keywords of OpenAPI 3.0', () => {
  const { schemaOf } = createSchemaCatalogue();
  assert.deepEqual(schemaOf({ type: 'boolean', const: true }), { type: 'boolean', enum: [true] });
  assert.deepEqual(schemaOf({ type: 'object', propertyNames: { pattern: 'a' }, additionalProperties: true }), {
    type: 'object',
    additionalProperties: true,
  });
  const condition = { if: { required: ['a'] }, else: { required: ['b'] } };
  assert.deepEqual(schemaOf({ type: 'object', ...condition }), { type: 'object' });
  assert.deepEqual(schemaOf({ anyOf: [text, { type: 'integer' }] }), { oneOf: [text, { type: 'integer' }] });
  assert.deepEqual(schemaOf({ ...text, examples: ['a', 'b'] }), { ...text, example: 'a' });
});

test('an example is data, not a schema', () => {
  const { schemaOf, named } = createSchemaCatalogue();
  const example = { title: 'Not a name', const: 1, examples: [] };
  assert.deepEqual(schemaOf({ type: 'object', examples: [example] }), { type: 'object', example });
  assert.deepEqual(named(), {});
});

test('formats of this project become patterns', () => {
  const { schemaOf } = createSchemaCatalogue();
  assert.deepEqual(schemaOf({ ...text, format: 'date-time' }), { ...text, format: 'date-time' });
  const url = { ...text, pattern: '^https?://', maxLength: 2048 };
  assert.deepEqual(schemaOf({ ...text, format: 'http-url' }), url);
  for (const format of ['header-name', 'header-value']) {
    const { pattern, ...rest } = schemaOf({ ...text, format });
    assert.ok(new RegExp(String(pattern)).test('x-api-key'), format);
    assert.equal(new RegExp(String(pattern)).test('a\nb'), false, format);
    assert.deepEqual(rest, text);
  }
});
