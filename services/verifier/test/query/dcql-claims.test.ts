/** Claims and claim sets in a query: accepted forms, and every error with its pointer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { type ClaimRules, parseClaimQueries, parseClaimSets } from '../../src/query/dcql-claims.ts';
import type { Findings } from '../../src/query/dcql-findings.ts';

function claims(value: Json | undefined, rules: ClaimRules = 'json') {
  const found: Findings = [];
  return {
    parsed: parseClaimQueries(value, { at: '/claims', found, rules }),
    places: found.map(({ pointer }) => pointer),
  };
}

test('paths of names, indexes and null, with ids and values, are returned unchanged', () => {
  const written = [
    { path: ['given_name'] },
    { id: 'n', path: ['nationalities', null], values: ['DE', 7, true] },
    { id: 'a', path: ['addresses', 0, 'street'] },
  ];
  assert.deepEqual(claims(written), { parsed: written, places: [] });
  assert.deepEqual(claims(undefined), { parsed: undefined, places: [] });
});

test('each mistake is found with its pointer, and all of them at once', () => {
  const path = ['a'];
  for (const [value, places] of [
    [[], ['/claims']],
    ['x', ['/claims']],
    [Array.from({ length: 129 }, (_, n) => ({ path: [n] })), ['/claims']],
    [['x'], ['/claims/0/path']],
    [[{ path: [] }], ['/claims/0/path']],
    [
      [{ path: [-1] }, { path: [1.5] }, { path: [true] }],
      ['/claims/0/path', '/claims/1/path', '/claims/2/path'],
    ],
    [[{ path: Array(17).fill('x') }], ['/claims/0/path']],
    [[{ path }, { path }], ['/claims/1/path']],
    [
      [
        { id: 'x', path },
        { id: 'x', path: ['b'] },
      ],
      ['/claims/1/id'],
    ],
    [[{ id: 'a b', path }], ['/claims/0/id']],
    [[{ id: 1, path }], ['/claims/0/id']],
    [[{ path, values: [] }], ['/claims/0/values']],
    [[{ path, values: [1.5] }], ['/claims/0/values']],
    [[{ path, values: [null] }], ['/claims/0/values']],
  ] as const) {
    assert.deepEqual(claims(value as Json).places, places, JSON.stringify(value).slice(0, 80));
  }
});

test('claim sets name claims by their ids', () => {
  const sets = (value: Json | undefined, of: Parameters<typeof parseClaimSets>[1]) => {
    const found: Findings = [];
    return [parseClaimSets(value, of, '/claim_sets', found), found.map(({ pointer }) => pointer)];
  };
  const known = [
    { id: 'a', path: ['a'] },
    { id: 'b', path: ['b'] },
  ];
  assert.deepEqual(sets([['a', 'b'], ['a']], known), [[['a', 'b'], ['a']], []]);
  assert.deepEqual(sets(undefined, undefined), [undefined, []]);
  assert.deepEqual(sets([['a']], undefined)[1], ['/claim_sets']);
  assert.deepEqual(sets([['a']], [...known, { path: ['c'] }])[1], ['/claim_sets']);
  assert.deepEqual(sets([['c']], known)[1], ['/claim_sets/0/0']);
});

test('a claim of an mdoc is a namespace and an element, and may say that it is kept', () => {
  const written = [
    { path: ['org.iso.18013.5.1', 'family_name'], intent_to_retain: true },
    { id: 'age', path: ['org.iso.18013.5.1', 'age_over_18'], values: [true], intent_to_retain: false },
    { path: ['org.iso.18013.5.1.aamva', 'DHS_compliance'] },
  ];
  const [first, second, third] = written;
  assert.deepEqual(claims(written, 'elements'), {
    parsed: [
      { path: first?.path, intentToRetain: true },
      { id: 'age', path: second?.path, values: [true], intentToRetain: false },
      third,
    ],
    places: [],
  });
});

test('the path of an mdoc has exactly two texts', () => {
  for (const path of [['a'], ['a', 'b', 'c'], ['a', 0], ['a', null], [null, 'b'], ['', 'b'], ['a', '']]) {
    assert.deepEqual(claims([{ path }], 'elements').places, ['/claims/0/path'], JSON.stringify(path));
  }
  for (const path of [[], 'a', [1.5, 'b']]) {
    assert.deepEqual(claims([{ path: path as Json }], 'elements').places, ['/claims/0/path'], 'found once');
  }
});

test('intent_to_retain is true or false, and of an mdoc alone', () => {
  for (const wrong of ['true', 1, null]) {
    const written = [{ path: ['n', 'e'], intent_to_retain: wrong }];
    assert.deepEqual(claims(written, 'elements').places, ['/claims/0/intent_to_retain']);
  }
  const { parsed, places } = claims([{ path: ['n', 'e'], intent_to_retain: 'x' }], 'json');
  assert.deepEqual([parsed, places], [[{ path: ['n', 'e'] }], []]);
});
