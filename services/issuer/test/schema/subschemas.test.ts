import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { subschemas } from '../../src/schema/subschemas.ts';

const conditional: readonly [string, JsonObject][] = [
  ['if', {}],
  ['else', { additionalProperties: {} }],
];

test('every schema inside of a schema, with its place; data and strings are none', () => {
  const schema = {
    properties: { 'a/b': { items: { type: 'string' } }, pattern: { const: { not: {} } } },
    patternProperties: { '^x~': {} },
    // An object literal with this member would be treated as a promise.
    allOf: [Object.fromEntries([...conditional, ['then', { contains: {} }]])],
    prefixItems: [{ propertyNames: {} }],
    $defs: { one: { dependentSchemas: { a: {} } } },
    examples: [{ properties: { none: {} } }],
    additionalProperties: false,
  };
  assert.deepEqual([...subschemas(schema)].map(({ pointer }) => pointer).sort(), [
    '',
    '/$defs/one',
    '/$defs/one/dependentSchemas/a',
    '/allOf/0',
    '/allOf/0/else',
    '/allOf/0/else/additionalProperties',
    '/allOf/0/if',
    '/allOf/0/then',
    '/allOf/0/then/contains',
    '/patternProperties/^x~0',
    '/prefixItems/0',
    '/prefixItems/0/propertyNames',
    '/properties/a~1b',
    '/properties/a~1b/items',
    '/properties/pattern',
  ]);
});

test('a value that is no schema contains none', () => {
  for (const value of [undefined, null, true, 'x', [{}], 3]) assert.deepEqual([...subschemas(value)], []);
});
