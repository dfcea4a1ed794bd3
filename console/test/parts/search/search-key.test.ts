import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeyPress, opensSearch } from '../../../src/parts/search/search-key.ts';

const none: KeyPress = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('Ctrl and K, or Command and K, open the search; what the browser uses itself does not', () => {
  assert.ok(opensSearch({ ...none, ctrlKey: true }));
  assert.ok(opensSearch({ ...none, key: 'K', metaKey: true }));
  for (const other of [
    none,
    { ...none, ctrlKey: true, key: 'l' },
    { ...none, ctrlKey: true, shiftKey: true },
    { ...none, ctrlKey: true, altKey: true },
    { ...none, ctrlKey: true, metaKey: true },
  ]) {
    assert.equal(opensSearch(other), false, JSON.stringify(other));
  }
});
