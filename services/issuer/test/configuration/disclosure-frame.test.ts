import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkClaimNames,
  checkDisclosureFrame,
  fitDisclosureFrame,
  hasDecoys,
} from '../../src/configuration/disclosure-frame.ts';

test('valid frames', () => {
  const good: unknown[] = [
    {},
    { _sd: [] },
    { _sd: ['name', 'address'], _sd_decoy: 3, address: { _sd: ['street'], geo: { _sd: ['lat'] } } },
    { nationalities: { _sd: [0, 2], _sd_decoy: 1, 1: { _sd: ['code'] } } },
    // Names of registered claims are reserved at the top level only.
    { document: { _sd: ['exp', 'iss', 'status'] } },
  ];
  for (const frame of good) assert.deepEqual(checkDisclosureFrame(frame), []);
});

const bad: [name: string, frame: unknown, pointers: string[]][] = [
  ['no object', ['name'], ['']],
  ['null', null, ['']],
  [
    'claims that are never disclosable',
    { _sd: ['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status', 'name'] },
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => `/_sd/${i}`),
  ],
  ['their sub-claims', { cnf: { _sd: ['jwk'] }, status: { _sd: ['status_list'] } }, ['/cnf', '/status']],
  ['names of the format, listed', { _sd: ['_sd', '...', '_sd_alg'] }, ['/_sd/0', '/_sd/1', '/_sd/2']],
  ['names of the format, nested', { a: { '...': {}, _sd_alg: {} } }, ['/a/...', '/a/_sd_alg']],
  ['__proto__', JSON.parse('{"a":{"__proto__":{}}}'), ['/a/__proto__']],
  ['_sd no array', { _sd: 'name', a: { _sd: { 0: 'x' } } }, ['/_sd', '/a/_sd']],
  [
    '_sd with other things',
    { a: { _sd: [null, ['x'], -1, 0.5] } },
    ['/a/_sd', ...[0, 1, 2, 3].map((i) => `/a/_sd/${i}`)],
  ],
  ['names and positions mixed', { a: { _sd: ['x', 1] } }, ['/a/_sd']],
  ['positions at the top', { _sd: [0] }, ['/_sd']],
  ['a name twice', { _sd: ['a', 'b', 'a'] }, ['/_sd/2']],
  [
    'decoys',
    { _sd_decoy: '3', a: { _sd_decoy: 65 }, b: { _sd_decoy: -1 } },
    ['/_sd_decoy', '/a/_sd_decoy', '/b/_sd_decoy'],
  ],
  ['nested frame no object', { a: true, 'b/c~': ['x'] }, ['/a', '/b~1c~0']],
];

for (const [name, frame, pointers] of bad) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(
      checkDisclosureFrame(frame)
        .map(({ pointer }) => pointer)
        .sort(),
      [...pointers].sort(),
    );
  });
}

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `claim-${n}`);
const nested = (count: number): object => Object.fromEntries(names(count).map((name) => [name, {}]));

const full: readonly [name: string, make: (members: number) => unknown][] = [
  ['listed names', (members) => ({ _sd: names(members) })],
  ['listed names of a member', (members) => ({ a: { _sd: names(members - 1) } })],
  ['nested frames', nested],
  ['nested frames of two members', (members) => ({ a: nested(400), b: nested(members - 402) })],
  ['decoys', (members) => ({ _sd: names(members - 128), a: { _sd_decoy: 64 }, _sd_decoy: 63 })],
];

for (const [name, make] of full) {
  test(`at most 1,000 members: ${name}`, () => {
    assert.deepEqual(checkDisclosureFrame(make(1000)), []);
    const [finding, ...more] = checkDisclosureFrame(make(1001));
    assert.deepEqual([finding?.pointer, more], ['', []]);
  });
}

test('a frame of nearly a megabyte is one finding', () => {
  assert.equal(checkDisclosureFrame({ a: { _sd: names(74_000) } }).length, 1);
});

test('a deeply nested frame is refused', () => {
  let frame: object = { _sd: ['a'] };
  for (let i = 0; i < 20_000; i += 1) frame = { a: frame };
  assert.equal(checkDisclosureFrame(frame).length, 1);
});

test('claims with names of the format are found at any depth', () => {
  assert.deepEqual(checkClaimNames({ a: { sd: 1, exp: 2 }, list: ['_sd', '...'] }), []);
  const claims = { a: [{ _sd: [] }], b: { '...': 'x', 'c/d': { _sd_alg: 'x' } } };
  const pointers = checkClaimNames(claims).map(({ pointer }) => pointer);
  assert.deepEqual(pointers, ['/a/0/_sd', '/b/...', '/b/c~1d/_sd_alg']);
});

test('a frame is reduced to the payload: missing names are dropped', () => {
  const payload = { name: 'x', none: null, list: ['a', { b: 1 }], address: { street: 's' } };
  const frame = {
    _sd: ['name', 'none', 'missing', 'toString'],
    _sd_decoy: 2,
    name: { _sd: ['length'] },
    missing: { deeper: { _sd: ['x'] } },
    list: { _sd: [0, 7], 1: { _sd: ['b', 'c'] }, '01': { _sd: ['b'] }, length: { _sd: ['x'] } },
    address: { _sd: ['city'] },
  };
  assert.deepEqual(fitDisclosureFrame(frame, payload), {
    _sd: ['name', 'none'],
    _sd_decoy: 2,
    list: { _sd: [0], 1: { _sd: ['b'] } },
  });
  assert.equal(fitDisclosureFrame({ _sd: ['missing'] }, payload), undefined);
});

test('decoys are found at any depth', () => {
  assert.equal(hasDecoys({ _sd: ['a'], b: { _sd: [1], 0: { _sd: ['c'] } } }), false);
  assert.equal(hasDecoys({ _sd_decoy: 1 }), true);
  assert.equal(hasDecoys({ _sd: ['a'], b: { 0: { _sd_decoy: 2 } } }), true);
});
