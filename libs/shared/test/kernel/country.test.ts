import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVELOPMENT_COUNTRY, parseCountry } from '../../src/kernel/country.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const PAIRS = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));

const isCountry = (code: string): boolean => {
  try {
    return parseCountry(code) === code;
  } catch {
    return false;
  }
};

test('assigned codes, those of the Union and of Kosovo, and that of development', () => {
  for (const code of ['DE', 'FR', 'AT', 'US', 'GB', 'ZW', 'AD', 'EU', 'XK', DEVELOPMENT_COUNTRY]) {
    assert.equal(parseCountry(code), code);
  }
  // ISO 3166-1 assigns 249 codes.
  assert.equal(PAIRS.filter(isCountry).length, 249 + 3);
});

test('anything else is refused', () => {
  for (const value of [
    'de',
    'DEU',
    'D',
    '',
    'XX',
    'UK',
    'ZZ',
    'AA',
    ' DE',
    'DE ',
    'D1',
    49,
    null,
    undefined,
    ['DE'],
    {},
  ]) {
    assert.throws(() => parseCountry(value), /country must be/, JSON.stringify(value));
  }
});
