/** Errors in bodies: their places, their number, and no value in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValid, compileSchema, printable } from '../../src/http/validate.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const text = { type: 'string' };

test('a schema is compiled when it is first used', () => {
  const validate = compileSchema({ type: 'no type' });
  assert.throws(() => validate({}), /no type|type must be/);
});

test('all findings at once, each at its place', () => {
  const validate = compileSchema(closed({ 'a/b~c': text, n: { type: 'integer' } }, { required: ['n'] }));
  assert.deepEqual(validate({ 'a/b~c': 'x', n: 1 }), []);
  assert.deepEqual(
    validate({ 'a/b~c': 1, other: 1 })
      .map(({ pointer }) => pointer)
      .sort(),
    ['/a~1b~0c', '/n', '/other'],
  );
});

test('no finding repeats a value; names are shortened and made harmless', () => {
  const validate = compileSchema(closed({ a: { type: 'string', enum: ['x'] }, b: { type: 'string', pattern: '^x$' } }));
  const findings = validate({ a: 'CANARY', b: 'CANARY', [`${'n'.repeat(500)}`]: 'CANARY' });
  assert.ok(!JSON.stringify(findings).includes('CANARY'));
  assert.ok(findings.every(({ pointer, detail }) => pointer.length + detail.length < 300));
  const name = printable('a"b\nc\u0000');
  for (const harmful of ['"', '\n', '\u0000']) assert.ok(!name.includes(harmful));
});

test('one finding a place, twenty at most', () => {
  const validate = compileSchema({ type: 'array', items: { type: 'string', minLength: 2, pattern: '^[a-z]+$' } });
  assert.equal(validate(['1']).length, 1);
  assert.equal(validate(Array.from({ length: 50 }, () => 1)).length, 20);
});

test('of several accepted forms the finding names them, and not what each of them lacks', () => {
  const validate = compileSchema(closed({ w: { anyOf: [text, closed({ url: text }, { required: ['url'] })] } }));
  const [only, ...more] = validate({ w: 7 });
  assert.deepEqual([only?.pointer, more], ['/w', []]);
  assert.match(only?.detail ?? '', /a string, or an object with url/);
});

test('of an object that only one of several forms can be, the findings are those of that form', () => {
  const form = closed({ url: text, more: { anyOf: [text, closed({ a: text })] } }, { required: ['url'] });
  const validate = compileSchema(closed({ w: { anyOf: [text, form] }, v: { anyOf: [closed({ a: text }), form] } }));
  const pointers = (value: unknown) => validate(value).map(({ pointer }) => pointer);
  assert.deepEqual(pointers({ w: { ulr: 'x' } }), ['/w/url', '/w/ulr']);
  assert.deepEqual(pointers({ w: { url: 'x', more: { b: 1 } } }), ['/w/more/b']);
  assert.deepEqual(pointers({ w: { url: 7, more: 7 } }).sort(), ['/w/more', '/w/url']);
  assert.deepEqual(pointers({ v: { b: 1 } }), ['/v']);
  const list = compileSchema({ type: 'array', items: { anyOf: [text, closed({ a: text })] } });
  assert.deepEqual(
    list([7, { b: 1 }, 'x']).map(({ pointer }) => pointer),
    ['/0', '/1/b'],
  );
});

test('of tens of thousands of errors the first ones are compared', () => {
  const validate = compileSchema({ type: 'object', additionalProperties: { anyOf: [text, closed({ a: text })] } });
  const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
  const found = validate(Object.fromEntries(names.map((name) => [name, []])));
  assert.deepEqual(
    found.map(({ pointer }) => pointer),
    names.slice(0, 20).map((name) => `/${name}`),
  );
});

test('formats: times with a zone, header names that are free, values of one line', () => {
  const check = (format: string) => {
    const validate = compileSchema({ type: 'string', format });
    return (value: string) => validate(value).length === 0;
  };
  const time = check('date-time');
  assert.deepEqual(
    [time('2030-01-01T00:00:00Z'), time('2030-01-01T00:00:00'), time('2030-13-01T00:00:00Z')],
    [true, false, false],
  );
  const name = check('header-name');
  assert.deepEqual(['x-key', 'Host', 'webhook-id', 'a b', ''].map(name), [true, false, false, false, false]);
  const value = check('header-value');
  assert.deepEqual(['a b', 'a\r\nb', ' a', 'ä'].map(value), [true, false, false, false]);
});

test('a body with findings is refused with all of them', () => {
  const validate = compileSchema(closed({}));
  assertValid(validate, {});
  assert.throws(
    () => assertValid(validate, { a: 1, b: 2 }),
    (error) => error instanceof ProtocolError && error.code === 'invalid_request' && error.options.errors?.length === 2,
  );
});
