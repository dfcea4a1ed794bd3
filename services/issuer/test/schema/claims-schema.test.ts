import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { checkBudget, compileClaimsSchema, everyViolation } from '../../src/schema/claims-schema.ts';
import { createTimeBudget, SchemaTimeout, type TimeBudget } from '../../src/schema/time-budget.ts';

type Check = (payload: JsonObject) => boolean;

/** Longer than any check takes on a busy machine, for tests that are not about the limit. */
const minute = (): TimeBudget => createTimeBudget(60_000);

/** Each check with its own budget. */
function compiled(schema: JsonObject, budget = minute): Check {
  const compilation = compileClaimsSchema(schema);
  assert.ok(compilation.ok, JSON.stringify(compilation));
  return (payload) => compilation.validate(payload, budget()) === undefined;
}

function refusals(schema: JsonObject): readonly (readonly [pointer: string, detail: string])[] {
  const compilation = compileClaimsSchema(schema);
  assert.ok(!compilation.ok, 'the schema compiles');
  return compilation.errors.map(({ pointer, detail }) => [pointer, detail] as const);
}

function refusal(schema: JsonObject): string {
  const [[, reason] = ['', '']] = refusals(schema);
  assert.match(reason, /^[^"\\\n]+$/);
  return reason;
}

/** A schema of one member. */
function member(schema: JsonObject, budget = minute): Check {
  return compiled({ type: 'object', properties: { a: schema } }, budget);
}

const applied: readonly [name: string, schema: JsonObject, fits: readonly Json[], not: readonly Json[]][] = [
  ['a plain pattern', { pattern: '^[A-Z]{2}[0-9]+$' }, ['DE1', 'AT123'], ['D1', 'DE', 'DE1x']],
  ['a pattern with groups', { pattern: '^(DE|AT)-(\\d+)$' }, ['DE-1'], ['FR-1', 'DE-']],
  ['a pattern without anchor', { pattern: 'b' }, ['abc'], ['ac']],
  ['format date', { format: 'date' }, ['2024-02-29'], ['2023-02-29', '2024-2-9', 'today', '2024-02-29T00:00:00Z']],
  ['format date-time', { format: 'date-time' }, ['2024-02-29T12:00:00Z'], ['2024-02-29', '2024-02-29T25:00:00Z']],
  ['format email', { format: 'email' }, ['a@b.example'], ['a.b.example']],
  [
    'uniqueItems',
    { type: 'array', uniqueItems: true },
    [
      [1, 2],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [1, 1],
      [{ a: 1 }, { a: 1 }],
    ],
  ],
  ['patternProperties', { patternProperties: { '^x': { type: 'number' } } }, [{ x1: 1, y: 'a' }], [{ x1: 'a' }]],
  ['prefixItems of 2020-12', { prefixItems: [{ type: 'string' }], items: false }, [['a']], [[1], ['a', 'b']]],
  ['enum', { enum: ['x', { b: 1 }] }, ['x', { b: 1 }], ['y', { b: 2 }]],
  ['types without conversion', { type: 'number' }, [1], ['1', true]],
];

for (const [name, schema, fits, not] of applied) {
  test(`applied: ${name}`, () => {
    const validate = member(schema);
    for (const value of fits) assert.equal(validate({ a: value }), true, JSON.stringify(value));
    for (const value of not) assert.equal(validate({ a: value }), false, JSON.stringify(value));
  });
}

test('unknown keywords and formats are ignored', () => {
  const validate = compiled({ type: 'object', 'x-note': 1, properties: { a: { format: 'made-up', order: 3 } } });
  assert.equal(validate({ a: 'x' }), true);
});

test('a payload is not changed', () => {
  const payload = { b: 1 };
  const schema = { type: 'object', properties: { a: { default: 'x' } }, additionalProperties: { type: 'number' } };
  assert.equal(compiled(schema)(payload), true);
  assert.deepEqual(payload, { b: 1 });
});

const A40 = `${'a'.repeat(40)}b`;

/** Each takes years with a backtracking engine. */
const backtracking: readonly [name: string, schema: JsonObject, value: Json, fits: boolean][] = [
  ['a pattern with nested repetitions', { pattern: '^(a+)+$' }, A40, false],
  ['a pattern with alternatives', { pattern: '^(a|a)*$' }, A40, false],
  ['a pattern that is hidden in a combination', { allOf: [{ not: { pattern: '^(a+)+$' } }] }, A40, true],
  ['names of members', { patternProperties: { '^(a+)+$': false } }, { [A40]: 1 }, true],
  ['names of members by propertyNames', { propertyNames: { pattern: '^(a+)+$' } }, { [A40]: 1 }, false],
];

for (const [name, schema, value, fits] of backtracking) {
  test(`matched in linear time: ${name}`, () => {
    assert.equal(member(schema)({ a: value }), fits);
  });
}

const findings: readonly [name: string, schema: JsonObject, pointer: string, detail: RegExp][] = [
  ['a missing member', { required: ['b'] }, '/a/b', /^is required$/],
  ['a member too many', { additionalProperties: false }, '/a/x~1y', /^unknown field x.y$/],
  ['a type', { properties: { 'x/y': { type: 'number' } } }, '/a/x~1y', /^must be number, not string$/],
  ['a long pattern', { properties: { 'x/y': { pattern: `^${'b'.repeat(900)}$` } } }, '/a/x~1y', /^.{1,300}$/],
];

for (const [name, schema, pointer, detail] of findings) {
  test(`a finding names the claim and the rule, never the value: ${name}`, () => {
    const compilation = compileClaimsSchema({ properties: { a: schema } });
    assert.ok(compilation.ok);
    const finding = compilation.validate({ a: { 'x/y': 'secret' } }, checkBudget());
    assert.equal(finding?.pointer, pointer);
    assert.match(finding?.detail ?? '', detail);
    assert.doesNotMatch(JSON.stringify(finding), /secret/);
  });
}

test('unsupported patterns are refused, each with its pointer and the reason', () => {
  const found = refusals({
    properties: { 'a/b': { pattern: '(?=a)' }, pattern: { type: 'string' }, ok: { pattern: '^[a-z]+$' } },
    patternProperties: { '(a)\\1': {} },
    $defs: { many: { items: { pattern: 'a{1001}' } }, none: { not: { pattern: '(' } } },
  });
  assert.deepEqual(found.map(([pointer]) => pointer).sort(), [
    '/$defs/many/items/pattern',
    '/$defs/none/not/pattern',
    '/patternProperties/(a)\\1',
    '/properties/a~1b/pattern',
  ]);
  for (const [, detail] of found) assert.match(detail, /^The pattern (has a look-ahead|has a back ref|repeats|is not)/);
});

test('a pattern inside of data is data', () => {
  assert.equal(member({ const: { pattern: '(?=a)' } })({ a: { pattern: '(?=a)' } }), true);
});

test('an unsupported pattern at a place that only a reference reaches is refused too', () => {
  assert.match(refusal({ 'x-parts': { a: { pattern: '(?=a)' } }, $ref: '#/x-parts/a' }), /look-ahead/);
});

test('all patterns of a schema together are bounded', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`p${n}`, { pattern: `^${n}[a-z]{1,1000}$` }]),
  );
  assert.match(refusal({ properties }), /schema's patterns larger/);
});

const manyItems = { a: Array.from({ length: 20_000 }, (_, n) => ({ n })) };

test('stopped at the time limit: items that are compared with each other', () => {
  const schema = { uniqueItems: true };
  assert.throws(() => member(schema, checkBudget)(manyItems), SchemaTimeout);
  assert.equal(member(schema)({ a: [] }), true);
});

test('stopped at the time limit: large patterns over a long text, and right again after that', () => {
  const allOf = Array.from({ length: 9 }, (_, n) => ({ pattern: `^[ab]*a[ab]{${90 + n}}[cd]$` }));
  const compilation = compileClaimsSchema({ properties: { a: { allOf } } });
  assert.ok(compilation.ok);
  // Pseudo-random: the engine meets a new state at each character.
  let seed = 7;
  const letter = (): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed < 1_073_741_824 ? 'a' : 'b';
  };
  const text = Array.from({ length: 400_000 }, letter).join('');
  assert.throws(() => compilation.validate({ a: text }, checkBudget()), SchemaTimeout);
  assert.equal(compilation.validate({ a: `${'a'.repeat(120)}c` }, minute()), undefined);
  assert.equal(compilation.validate({ a: 'ac' }, minute())?.pointer, '/a');
});

test('the checks of one request share one budget', () => {
  const compilation = compileClaimsSchema({ properties: { a: { uniqueItems: true } } });
  assert.ok(compilation.ok);
  const budget = createTimeBudget(50);
  assert.throws(() => compilation.validate(manyItems, budget), SchemaTimeout);
  // Nothing is left, not even for a check that costs nothing.
  assert.throws(() => compilation.validate({ a: [] }, budget), SchemaTimeout);
});

test('references that double at every step are stopped', () => {
  const $defs: Record<string, JsonObject> = { d30: { type: 'object' } };
  for (let level = 0; level < 30; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [next, next] };
  }
  const validate = compiled({ $ref: '#/$defs/d0', $defs }, checkBudget);
  assert.throws(() => validate({}), SchemaTimeout);
});

test('the time of a pattern grows with the length of the text, not faster', () => {
  const compilation = compileClaimsSchema({ properties: { a: { pattern: '^([a-z]*)*$' } } });
  assert.ok(compilation.ok);
  // A minute is enough on any machine for a million steps, and for no backtracking over a million characters.
  assert.equal(compilation.validate({ a: `${'a'.repeat(1_000_000)}1` }, minute())?.pointer, '/a');
});

const remote = [
  'https://evil.example/schema.json',
  'http://127.0.0.1:9/x',
  'file:///etc/passwd',
  'other.json',
  '#/$defs/missing',
];

for (const $ref of remote) {
  test(`refused, never fetched: a reference to ${$ref}`, () => {
    assert.match(refusal({ properties: { a: { $ref } } }), /can't resolve reference/);
  });
}

test('a schema that names a meta-schema of its own is not fetched', () => {
  refusal({ $schema: 'https://evil.example/schema', type: 'object' });
});

const broken: readonly [name: string, schema: JsonObject][] = [
  ['an unknown type', { type: 'text' }],
  ['a pattern that is none', { properties: { a: { pattern: '(' } } }],
  ['required that is no array', { required: 'a' }],
  ['properties that are no object', { properties: [] }],
  ['a negative length', { properties: { a: { minLength: -1 } } }],
];

for (const [name, schema] of broken) {
  test(`refused: ${name}`, () => {
    refusal(schema);
  });
}

test('a large schema compiles up to the limit of its parts', () => {
  const enumOf = (count: number): JsonObject => ({
    properties: { a: { enum: Array.from({ length: count }, (_, n) => n) } },
  });
  // Root, properties, a and the array itself are counted too.
  assert.equal(compiled(enumOf(4996))({ a: 4995 }), true);
  assert.match(refusal(enumOf(4997)), /more than 5000 parts/);
});

test('a deep schema is refused and breaks nothing', () => {
  let schema: JsonObject = { type: 'object' };
  for (let depth = 0; depth < 3000; depth += 1) schema = { not: schema };
  refusal(schema);
  for (let depth = 0; depth < 3000; depth += 1) schema = { not: schema };
  assert.match(refusal(schema), /levels/);
});

const tree = { type: 'object', required: ['v'], properties: { v: { type: 'number' } } };

test('a definition may refer to itself', () => {
  const node = { ...tree, properties: { ...tree.properties, next: { $ref: '#/$defs/node' } } };
  const validate = compiled({ $ref: '#/$defs/node', $defs: { node } });
  assert.equal(validate({ v: 1, next: { v: 2, next: { v: 3 } } }), true);
  assert.equal(validate({ v: 1, next: { v: 2, next: {} } }), false);
});

test('a schema may refer to its own root', () => {
  const validate = compiled({ ...tree, properties: { ...tree.properties, next: { $ref: '#' } } });
  assert.equal(validate({ v: 1, next: { v: 2 } }), true);
  assert.equal(validate({ v: 1, next: {} }), false);
});

test('two schemas with one $id do not clash', () => {
  const $id = 'https://schemas.example/pid';
  const text = compiled({ $id, properties: { a: { type: 'string' } } });
  const number = compiled({ $id, properties: { a: { type: 'number' } } });
  assert.deepEqual([text({ a: 'x' }), text({ a: 1 })], [true, false]);
  assert.deepEqual([number({ a: 'x' }), number({ a: 1 })], [false, true]);
  refusal({ properties: { a: { $ref: $id } } });
});

test('a schema may refer to itself by its own $id', () => {
  const $id = 'https://schemas.example/pid';
  const validate = compiled({ $id, properties: { a: { $ref: `${$id}#/$defs/x` } }, $defs: { x: { type: 'string' } } });
  assert.deepEqual([validate({ a: 'x' }), validate({ a: 1 })], [true, false]);
});

test('a schema that never ends does not fit, and is no failure of the service', () => {
  const compilation = compileClaimsSchema({ allOf: [{ $ref: '#' }] });
  if (!compilation.ok) return;
  try {
    assert.equal(compilation.validate({}, checkBudget()) === undefined, false);
  } catch (error) {
    assert.ok(error instanceof SchemaTimeout, String(error));
  }
});

test('an asynchronous schema is refused, because its result is not awaited', () => {
  refusal({ $async: true, type: 'object', required: ['a'] });
  refusal({ $ref: '#/$defs/x', $async: true, $defs: { x: { $async: true, required: ['a'] } } });
});

/** Characters of code that the compilation generates: ajv creates functions from source text. */
function codeLength(schema: JsonObject): number {
  const original = globalThis.Function;
  let length = 0;
  globalThis.Function = new Proxy(original, {
    construct(target, sources: string[]): object {
      length += sources.join('').length;
      return Reflect.construct(target, sources) as object;
    },
  });
  try {
    compiled(schema);
  } finally {
    globalThis.Function = original;
  }
  assert.ok(length > 0, 'no code was seen');
  return length;
}

test('references to one large definition do not multiply it', () => {
  const schema = (size: number): JsonObject => {
    const names = Array.from({ length: size }, (_, n) => `p${n}`);
    const large = { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
    return { $defs: { large }, allOf: names.map(() => ({ $ref: '#/$defs/large' })) };
  };
  // Doubling the schema about doubles the code instead of quadrupling it.
  const meta = codeLength({});
  assert.ok(codeLength(schema(24)) - meta < 3 * (codeLength(schema(12)) - meta));
});

test('on a stalled machine a plain schema works, one that may be hostile is refused', (t) => {
  // Every time limit is exceeded before any work is done.
  t.mock.method(Script.prototype, 'runInContext', () => {
    throw Object.assign(new Error('stopped'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  });
  const plain = { type: 'object', properties: { level: { type: 'string', maxLength: 20 } }, required: ['level'] };
  const validate = compiled(plain);
  assert.deepEqual([validate({ level: 'gold' }), validate({})], [true, false]);
  assert.equal(compiled({ patternProperties: { '(a+)+b': { pattern: '(a+)+b' } } })({ aab: 'aaa' }), false);
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { type: 'string' }]));
  const hostile: readonly JsonObject[] = [
    { properties },
    { $defs: { a: {} }, items: { $ref: '#/$defs/a' } },
    { $defs: { a: {} }, items: [{ $dynamicRef: '#/$defs/a' }] as unknown as JsonObject },
  ];
  for (const schema of hostile) assert.match(refusal(schema), /takes too long/, JSON.stringify(schema).slice(0, 100));
});

test('every violation is found where all are asked for, twenty at most', () => {
  const items = { type: 'string' };
  const schema = { properties: { a: { items }, b: { anyOf: [{ type: 'string' }, { minimum: 3 }] } }, required: ['c'] };
  const found = everyViolation(schema, { a: ['x', 1, 2], b: 1 });
  assert.deepEqual(found.map(({ pointer }) => pointer).sort(), ['/a/1', '/a/2', '/b', '/c']);
  assert.equal(everyViolation(schema, { a: Array.from({ length: 100 }, () => 1), c: 1 }).length, 20);
  assert.deepEqual(everyViolation(schema, { c: 1 }), []);
  assert.deepEqual(everyViolation({ type: 'nothing' }, {}), []);
});
