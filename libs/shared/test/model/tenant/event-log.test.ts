import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDocument, following } from '../../../src/model/tenant/event-log.ts';

const numbers = (...all: number[]) => all.map((number) => ({ number }));

test('what follows a place ends at the first missing number', () => {
  assert.deepEqual(following(0, []), { next: [] });
  assert.deepEqual(following(4, numbers(3, 4)), { next: [] });
  assert.deepEqual(following(4, numbers(4, 5, 6)), { next: numbers(5, 6) });
  assert.deepEqual(following(4, numbers(5, 6, 8)), { next: numbers(5, 6), hole: 7 });
  assert.deepEqual(following(4, numbers(6)), { next: [], hole: 5 });
});

test('an empty document has an id of its number', () => {
  assert.deepEqual(emptyDocument('acme', 7, 1), { id: 'empty/acme/7', tenant: 'acme', number: 7, at: 1 });
});
