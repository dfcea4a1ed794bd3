import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredToJson } from '../../src/request/accept.ts';

const PNG = ['image/png'];

const cases: readonly (readonly [string | undefined, string | undefined])[] = [
  [undefined, undefined],
  ['*/*', undefined],
  ['image/*', undefined],
  ['image/png', 'image/png'],
  ['IMAGE/PNG; q=0.5', 'image/png'],
  ['text/html, image/png, */*', 'image/png'],
  // The header of generated clients.
  ['application/json, image/png, application/problem+json', undefined],
  ['image/png, application/json', 'image/png'],
  ['application/json;q=0.5, image/png', 'image/png'],
  ['image/png;q=0.5, application/json', undefined],
  ['image/png;q=0', undefined],
  ['image/png;q=nonsense', 'image/png'],
];

for (const [accept, expected] of cases) {
  test(`accept: ${accept} -> ${expected ?? 'JSON'}`, () => assert.equal(preferredToJson(accept, PNG), expected));
}

test('of two types with the same quality the first one wins', () => {
  const types = ['application/jsonl', 'application/x-ndjson'];
  assert.equal(preferredToJson('application/x-ndjson, application/jsonl', types), 'application/x-ndjson');
  assert.equal(preferredToJson('application/x-ndjson;q=0.1, application/jsonl', types), 'application/jsonl');
});
