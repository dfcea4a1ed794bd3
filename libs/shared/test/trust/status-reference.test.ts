import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/kernel/json.ts';
import { statusEntry } from '../../src/trust/status-reference.ts';

const uri = 'https://issuer.example/list/1';

test('a status list is read', () => {
  assert.deepEqual(statusEntry({ status_list: { uri, idx: 0 }, more: 1 }), { uri, idx: 0 });
});

test('no status, one of another kind, or with an invalid index or URI, is none', () => {
  for (const status of [
    ...[undefined, null, 'x', {}, [], { identifier_list: { id: 'x', uri } }, { status_list: { uri } }],
    ...[-1, 1.5, '1', 2 ** 53].map((idx) => ({ status_list: { uri, idx } })),
    ...[undefined, 'not a uri', 1, `${uri}${'x'.repeat(2048)}`].map((at) => ({ status_list: { uri: at, idx: 1 } })),
  ] as (Json | undefined)[]) {
    assert.equal(statusEntry(status), undefined, JSON.stringify(status));
  }
});
