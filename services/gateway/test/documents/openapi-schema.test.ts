import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documented } from '@countersign/shared/http/schema-parts';
import { compileSchema } from '@countersign/shared/http/validate';
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
  for (const format of ['header-name', 'header-value']) {
    const { pattern, ...rest } = schemaOf({ ...text, format });
    assert.ok(new RegExp(String(pattern)).test('x-api-key'), format);
    assert.equal(new RegExp(String(pattern)).test('a\nb'), false, format);
    assert.deepEqual(rest, text);
  }
});

test('the pattern of a URL takes what the format takes, but for hosts that are not ASCII', () => {
  const { pattern } = createSchemaCatalogue().schemaOf({ ...text, format: 'http-url' });
  const check = compileSchema({ ...text, format: 'http-url' });
  const good = [
    'http://a',
    'https://host.example',
    'https://h_1.example:65535/p?q=%20&r=[1]',
    'http://127.0.0.1:8080/',
  ];
  const bad = [
    'https://',
    'https://u:p@host',
    'https://host/#f',
    'https://1.2.3.256',
    'https://h:65536',
    'https://a b',
    'https://*.a',
    'https://a..b',
    'https://a.',
  ];
  for (const url of [...good, 'https://[::1]:8443/x', 'http://[2001:db8::1]', 'https://[1:2:3:4:5:6:7:8]']) {
    assert.ok(new RegExp(String(pattern)).test(url), url);
    assert.deepEqual(check(url), [], url);
  }
  for (const url of bad) {
    assert.ok(!new RegExp(String(pattern)).test(url), url);
    assert.equal(check(url).length, 1, url);
  }
});

test('what a service checks by itself is in the description, and nobody else checks it', () => {
  const schema = documented({ type: 'object', additionalProperties: true }, { minProperties: 1 });
  assert.deepEqual(createSchemaCatalogue().schemaOf(schema), {
    type: 'object',
    additionalProperties: true,
    minProperties: 1,
  });
  assert.deepEqual(compileSchema(schema)({}), []);
});

test('a choice of types becomes alternatives, the first of which may be null', () => {
  const { schemaOf } = createSchemaCatalogue();
  assert.deepEqual(schemaOf({ type: ['string', 'integer', 'null'] }), {
    oneOf: [{ type: 'string', nullable: true }, { type: 'integer' }],
  });
  assert.deepEqual(schemaOf({ type: ['string', 'integer'] }), { oneOf: [{ type: 'string' }, { type: 'integer' }] });
});
