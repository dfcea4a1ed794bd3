import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AskedClaim,
  isCovered,
  isCoveredExactly,
  type PathStep,
  registeredPaths,
} from '../../src/registration/registered-paths.ts';
import type { RegisteredClaim } from '../../src/registration/registration-claims.ts';

type Path = readonly PathStep[];
interface Case {
  readonly what: string;
  readonly registered: readonly RegisteredClaim[];
  readonly asked: AskedClaim;
  readonly prefix: boolean;
  readonly exact: boolean;
}

const one = (what: string, registered: Path, asked: Path, prefix: boolean, exact = prefix): Case => ({
  what,
  registered: [{ path: registered }],
  asked: { path: asked },
  prefix,
  exact,
});
const limited = (
  what: string,
  lists: readonly RegisteredClaim[],
  values: AskedClaim['values'],
  prefix: boolean,
): Case => ({
  what,
  registered: lists,
  asked: { path: ['age'], ...(values === undefined ? {} : { values }) },
  prefix,
  exact: prefix,
});

const cases: readonly Case[] = [
  one('the same path', ['a', 'b'], ['a', 'b'], true),
  one('a member of a registered object', ['address'], ['address', 'locality'], true, false),
  one('the parent of a registered member', ['address', 'locality'], ['address'], false),
  one('a sibling', ['address', 'locality'], ['address', 'country'], false),
  one('another name', ['a'], ['b'], false),
  one('an index of a registered wildcard', ['nationalities', null], ['nationalities', 7], true, false),
  one('the wildcard itself', ['nationalities', null], ['nationalities', null], true),
  one('what is below a wildcard', ['places', null], ['places', null, 'country'], true, false),
  one('below an index of a wildcard', ['places', null, 'country'], ['places', 2, 'country'], true, false),
  one('the wildcard of a registered index', ['nationalities', 0], ['nationalities', null], false),
  one('a name under a registered wildcard', ['a', null], ['a', 'b'], false),
  one(
    'an element under a wildcard of a namespace',
    ['org.iso.18013.5.1', null],
    ['org.iso.18013.5.1', 'portrait'],
    false,
  ),
  one('an element of a registered namespace', ['org.iso.18013.5.1'], ['org.iso.18013.5.1', 'portrait'], true, false),
  one('the index 0 for the name "0"', ['a', '0'], ['a', 0], false),
  one('the name "0" for the index 0', ['a', 0], ['a', '0'], false),
  one('the name "null" for the wildcard', ['a', null], ['a', 'null'], false),
  one('true for 1', ['a', 1], ['a', true as unknown as number], false),
  one('anything under an empty path', [], ['a'], false),
  one('an empty path under an empty path', [], [], false),
  one('a name of a prototype', ['a'], ['constructor'], false),
  one('__proto__', ['a'], ['__proto__'], false),
  one('__proto__ that is registered', ['__proto__'], ['__proto__', 'a'], true, false),
  limited('any value of a path with values', [{ path: ['age'], values: ['18'] }], undefined, false),
  limited('the registered value', [{ path: ['age'], values: ['18', '21'] }], ['18'], true),
  limited('a value that is not registered', [{ path: ['age'], values: ['18'] }], ['18', '21'], false),
  limited('a value of another type', [{ path: ['age'], values: ['18', 1] }], [18, true], false),
  limited(
    'values of two registered claims',
    [
      { path: ['age'], values: [18] },
      { path: ['age'], values: [21] },
    ],
    [18, 21],
    true,
  ),
  limited(
    'any value where one claim has no limit',
    [{ path: ['age'], values: [18] }, { path: ['age'] }],
    undefined,
    true,
  ),
  limited('a value of an empty list', [{ path: ['age'], values: [] }], [18], false),
  limited('a value where no path is registered', [{}], [18], false),
];

describe('a registered path', () => {
  for (const { what, registered, asked, prefix, exact } of cases) {
    it(`${prefix ? 'covers' : 'does not cover'} ${what}${exact === prefix ? '' : ', but not exactly'}`, () => {
      const paths = registeredPaths(registered);
      assert.equal(isCovered(paths, asked), prefix);
      assert.equal(isCoveredExactly(paths, asked), exact);
    });
  }

  it('with values covers nothing below it', () => {
    const paths = registeredPaths([{ path: ['a'], values: ['x'] }]);
    assert.equal(isCovered(paths, { path: ['a', 'b'], values: ['x'] }), false);
  });

  it('changes no prototype', () => {
    registeredPaths([{ path: ['__proto__', 'polluted'] }, { path: ['constructor', 'prototype', 'polluted'] }]);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('is found among many by its own length', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ path: ['a', index, 'b'] }));
    const paths = registeredPaths(many);
    for (let index = 0; index < 10_000; index += 1) assert.ok(isCovered(paths, { path: ['a', index, 'b', 'c'] }));
  });

  it('is found among as many as a certificate holds where each step is an index or the wildcard', () => {
    const wild = Array.from({ length: 1000 }, (_, index) => ({
      path: Array.from({ length: 16 }, (__, bit) => ((index >> bit) & 1 ? null : 0)),
      values: ['x'],
    }));
    const paths = registeredPaths(wild);
    const asked = { path: Array.from({ length: 16 }, () => 0), values: ['y'] };
    for (let count = 0; count < 100; count += 1) assert.equal(isCovered(paths, asked), false);
  });
});
