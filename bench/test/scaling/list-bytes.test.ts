import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTokenBytes } from '@countersign/bench/scaling/list-bytes';

test('a list costs more, the more of its entries are revoked, and the same at each run', () => {
  const [none, few, many] = [0, 0.001, 0.01].map(listTokenBytes);
  assert.ok(none !== undefined && few !== undefined && many !== undefined);
  assert.ok(none < few && few < many, `${none}, ${few}, ${many}`);
  assert.equal(listTokenBytes(0.01), many);
});
