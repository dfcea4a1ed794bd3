import assert from 'node:assert/strict';
import { it } from 'node:test';
import { matchesEntityTag } from '../../src/http/entity-tag.ts';

const cases: readonly [string | undefined, boolean][] = [
  [undefined, false],
  ['', false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['"x","y" , W/"abc"', true],
  ['*', true],
  ['abc', false],
  ['"ABC"', false],
  ['"abcd"', false],
  ['"x", "y"', false],
];

for (const [header, expected] of cases) {
  it(`${header} ${expected ? 'names' : 'does not name'} the tag`, () => {
    assert.equal(matchesEntityTag(header, '"abc"'), expected);
    assert.equal(matchesEntityTag(header, 'W/"abc"'), expected);
  });
}
