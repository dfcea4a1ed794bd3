import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { expenseFindings } from '../../src/schema/schema-expense.ts';

const named = (count: number, make: (index: number) => Json): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]));
const nested = (depth: number): JsonObject => (depth === 0 ? {} : { not: nested(depth - 1) });

const cases: readonly (readonly [string, JsonObject, RegExp | undefined])[] = [
  ['an ordinary schema', { properties: named(100, () => ({ type: 'string' })) }, undefined],
  ['as many references as are allowed', { properties: named(50, () => ({ $ref: '#' })) }, undefined],
  ['a reference too many', { properties: named(51, () => ({ $ref: '#' })) }, /more than 50 references/],
  ['a dynamic reference too many', { properties: named(51, () => ({ $dynamicRef: '#a' })) }, /50 references/],
  ['as many schemas as are allowed', { $defs: named(249, () => ({})) }, undefined],
  ['a schema too many', { $defs: named(250, () => ({})) }, /more than 250 schemas/],
  ['many values', { enum: Array.from({ length: 1997 }, (_, index) => index) }, undefined],
  ['a part too many', { enum: Array.from({ length: 2000 }, (_, index) => index) }, /more than 2000 parts/],
  ['the deepest schema', nested(63), undefined],
  ['a level too many', nested(64), /deeper than 64 levels/],
  ['names of claims that look like references', { properties: named(60, () => ({ title: '$ref' })) }, undefined],
];

for (const [name, schema, expected] of cases) {
  test(`${name} is ${expected === undefined ? 'accepted' : 'refused'}`, () => {
    const [finding] = expenseFindings(schema);
    if (expected === undefined) assert.equal(finding, undefined);
    else assert.match(finding?.detail ?? '', expected);
  });
}
