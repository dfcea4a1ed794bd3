import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuotas } from '../../src/flow-config/quotas.ts';
import { parseTenantFile } from '../../src/flow-config/tenant-profile.ts';

test('quotas are whole numbers, each optional', () => {
  assert.deepEqual(parseQuotas({ management: 600, parallel: 0 }), { management: 600, parallel: 0 });
  assert.deepEqual(parseTenantFile('{"profile": "open", "quotas": {"wallet": 10}}').quotas, { wallet: 10 });
});

test('another member, another type and a negative number are named', () => {
  assert.throws(() => parseQuotas({ walet: 1 }), /quota "walet"/);
  for (const bad of [-1, 1.5, '10', null, Number.MAX_VALUE]) {
    assert.throws(() => parseQuotas({ wallet: bad }), /quotas\.wallet/, String(bad));
  }
  assert.throws(() => parseQuotas([1]), /object/);
  assert.throws(() => parseTenantFile('{"quotas": {"parallel": "x"}}'), /quotas\.parallel/);
});
