import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { checkFrameNames, type DescribedClaims, findClaimInPlain } from '../../src/configuration/frame-names.ts';

const NOTHING: DescribedClaims = { claims: {}, paths: [] };

function check(frame: JsonObject, described: Partial<DescribedClaims>): { errors: string[]; unconfirmed: string[] } {
  const { errors, unconfirmed } = checkFrameNames(frame, { ...NOTHING, ...described });
  return { errors: errors.map(({ pointer }) => pointer), unconfirmed: unconfirmed.map((path) => path.join('/')) };
}

const text = { type: 'string' };
const person = {
  properties: { family_name: text, address: { properties: { street: text } }, free: { type: 'object' } },
};

const cases: readonly [
  name: string,
  frame: JsonObject,
  described: Partial<DescribedClaims>,
  errors: string[],
  unconfirmed: string[],
][] = [
  ['a name of the schema', { _sd: ['family_name'] }, { schema: person }, [], []],
  ['a mistyped name', { _sd: ['famly_name', 'family_name'] }, { schema: person }, ['/_sd/0'], []],
  ['a mistyped name of a nested frame', { adress: { _sd: ['street'] } }, { schema: person }, ['/adress'], []],
  ['a mistyped name inside', { address: { _sd: ['stret'] } }, { schema: person }, ['/address/_sd/0'], []],
  ['a name with a slash', { 'a/b': {} }, { schema: person }, ['/a~1b'], []],
  ['a name of the static claims alone', { _sd: ['level'] }, { schema: person, claims: { level: 1 } }, [], []],
  ['a mistyped name of static claims', { _sd: ['levl'] }, { claims: { level: 1 } }, ['/_sd/0'], []],
  ['inside of static claims', { a: { _sd: ['b', 'c'] } }, { claims: { a: { b: 1 } } }, ['/a/_sd/1'], []],
  ['a claim description', { a: { _sd: ['b', 'c'] } }, { paths: [['a', 'b'], ['x']] }, ['/a/_sd/1'], []],
  ['nothing describes the claims', { _sd: ['a'], b: { _sd: ['c'] } }, {}, [], ['a', 'b', 'b/c']],
  ['an empty schema', { _sd: ['a'] }, { schema: { properties: {} } }, [], ['a']],
  ['a level that nothing describes', { free: { _sd: ['x'] } }, { schema: person }, [], ['free/x']],
  ['names that are free', { _sd: ['x'] }, { schema: { ...person, patternProperties: { '^x': {} } } }, [], ['x']],
  ['closed, but by a schema', { _sd: ['x'] }, { schema: { ...person, additionalProperties: text } }, [], ['x']],
  ['closed', { _sd: ['x'] }, { schema: { ...person, additionalProperties: false } }, ['/_sd/0'], []],
  ['open in words is not free', { _sd: ['x'] }, { schema: { ...person, additionalProperties: true } }, ['/_sd/0'], []],
  [
    'combinations and references',
    { _sd: ['one', 'two', 'three', 'four', 'none'] },
    {
      schema: {
        allOf: [{ properties: { one: {} } }, { $ref: '#/$defs/a~1b' }],
        anyOf: [{ if: { properties: { three: {} } } }],
        dependentSchemas: { one: { properties: { four: {} } } },
        $defs: { 'a/b': { properties: { two: {} }, $ref: '#' } },
      },
    },
    ['/_sd/4'],
    [],
  ],
  [
    'positions of arrays, and names below them',
    { list: { _sd: [0, 1], 0: { _sd: ['code', 'cod'] } }, plain: { _sd: [0] } },
    { schema: { properties: { list: { items: { properties: { code: text } } } } }, claims: { plain: [1] } },
    ['/list/0/_sd/1'],
    ['list/0'],
  ],
];

for (const [name, frame, described, errors, unconfirmed] of cases) {
  test(`names of a frame: ${name}`, () => {
    assert.deepEqual(check(frame, described), { errors, unconfirmed });
  });
}

test('a finding contains the claim and the known names, in printable characters and bounded', () => {
  const properties = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`claim-${n}`, {}]));
  const { errors } = checkFrameNames({ _sd: ['fam"ly\n'] }, { ...NOTHING, schema: { properties } });
  assert.match(errors[0]?.detail ?? '', /^There is no claim fam\?ly\?: .* contain claim-0, .*claim-11, and 8 more$/);
});

const plain: readonly [
  name: string,
  frame: JsonObject,
  unconfirmed: string[][],
  claims: JsonObject,
  pointer: string | undefined,
][] = [
  ['all are there', { _sd: ['a'] }, [['a']], { a: 1 }, undefined],
  [
    'mistyped: another one would be in plain',
    { _sd: ['famly_name'] },
    [['famly_name']],
    { family_name: 1 },
    '/family_name',
  ],
  ['an optional one is missing, and all others are named', { _sd: ['a', 'b'] }, [['a'], ['b']], { a: 1 }, undefined],
  ['no claims at all', { _sd: ['a'] }, [['a']], {}, undefined],
  ['confirmed names may be missing', { _sd: ['a'] }, [], { b: 1 }, undefined],
  ['inside', { a: { _sd: ['b'] } }, [['a', 'b']], { a: { 'c/d': 1 } }, '/a/c~1d'],
  ['the object is not there', { a: { _sd: ['b'] }, _sd: ['a'] }, [['a', 'b']], { x: 1 }, undefined],
  ['in an array', { a: { 0: { _sd: ['b'] } } }, [['a', '0', 'b']], { a: [{ c: 1 }] }, '/a/0/c'],
];

for (const [name, frame, unconfirmed, claims, pointer] of plain) {
  test(`claims of an issuance: ${name}`, () => {
    assert.equal(findClaimInPlain(frame, unconfirmed, claims)?.pointer, pointer);
  });
}
