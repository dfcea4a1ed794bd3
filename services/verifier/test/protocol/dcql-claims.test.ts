/** Claims and claim sets of a query: accepted forms, and every mistake with its pointer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { parseClaimQueries, parseClaimSets } from '../../src/protocol/dcql-claims.ts';
import type { Findings } from '../../src/protocol/dcql-findings.ts';

function claims(value: Json | undefined) {
  const found: Findings = [];
  return { parsed: parseClaimQueries(value, '/claims', found), places: found.map(({ pointer }) => pointer) };
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
