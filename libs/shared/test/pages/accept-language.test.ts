import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languageOf } from '../../src/pages/accept-language.ts';

test('the language with the greatest weight is taken, of equal ones the first', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-ch,en;q=0.9', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['fr,de;q=0.7,en;q=0.3', 'de'],
    ['fr, it;q=0.9', 'en'],
    ['en;q=0.5, de;q=0.5', 'en'],
    ['de;q=0.5, en;q=0.5', 'de'],
    ['en;q=0, de;q=0.001', 'de'],
    ['de;q=0', 'en'],
    ['de;q=nonsense, en;q=0.1', 'en'],
    ['*', 'en'],
    ['de;q=0.2, *', 'en'],
    ['den', 'en'],
  ];
  for (const [header, expected] of cases) assert.equal(languageOf(header), expected, header);
});

test('every header leads to one of the two', () => {
  fc.assert(fc.property(fc.string(), (header) => ['de', 'en'].includes(languageOf(header))));
});
