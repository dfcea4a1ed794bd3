import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Schema, schemaFindings, schemasAt } from '../../../src/pages/configurations/json-schema.ts';

const ROOT = new URL('../../../../../', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'));
const issuance: Schema = read('docs/reference/schemas/issuance.json');
const presentation: Schema = read('docs/reference/schemas/presentation.json');

test('the samples break no rule of the schemas that the server publishes', () => {
  for (const name of ['pid', 'member', 'diploma']) {
    assert.deepEqual(schemaFindings(issuance, read(`test/samples/issuance/${name}.json`)), [], name);
  }
  assert.deepEqual(schemaFindings(presentation, read('test/samples/presentation/name-check.json')), []);
});

test('each rule is found at its place', () => {
  const pid = read('test/samples/issuance/pid.json');
  const wrong = {
    ...pid,
    lifetime: 'long',
    typo: 1,
    config: { ...pid.config, format: 'ldp_vc', display: [{ name: '', background_color: 'red' }] },
    vct: undefined,
  };
  const found = schemaFindings(issuance, JSON.parse(JSON.stringify(wrong))).map(
    ({ pointer, rule }) => `${pointer} ${rule}`,
  );
  for (const expected of [
    '/lifetime type',
    '/typo unknown',
    '/config/format enum',
    '/config/display/0/name short',
    '/config/display/0/background_color pattern',
  ]) {
    assert.ok(found.includes(expected), `${expected}: ${found.join('; ')}`);
  }
});

test('numbers, lists and alternatives', () => {
  const schema: Schema = {
    properties: {
      n: { type: 'integer', minimum: 2, maximum: 3 },
      l: { type: 'array', minItems: 1, maxItems: 1, items: { type: 'string', maxLength: 1 } },
      a: { anyOf: [{ type: 'string' }, { type: 'object', required: ['url'], properties: {} }] },
      c: { enum: ['x', 1] },
    },
    required: ['r'],
  };
  const rules = (value: unknown) => schemaFindings(schema, value).map(({ pointer, rule }) => `${pointer} ${rule}`);
  assert.deepEqual(rules({ r: 1, n: 2, l: ['a'], a: 'x', c: 1 }), []);
  assert.deepEqual(rules({ n: 1, l: [] }), ['/r required', '/n small', '/l few']);
  assert.deepEqual(rules({ r: 1, n: 4, l: ['ab', 'c'] }), ['/n large', '/l many', '/l/0 long']);
  assert.deepEqual(rules({ r: 1, a: {} }), ['/a/url required'], 'of the alternative that fits the type');
  assert.deepEqual(rules({ r: 1, a: 1, c: 2 }), ['/a alternatives', '/c enum']);
});

test('a schema that refers to itself ends', () => {
  const schema: Schema = { $ref: '#/$defs/a', $defs: { a: { additionalProperties: { $ref: '#/$defs/a' } } } };
  assert.deepEqual(schemaFindings(schema, { a: { b: { c: {} } } }), []);
  assert.equal(schemasAt(schema, ['a', 'b']).length, 1);
});
