import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createQuotasOf } from '../../src/quotas/tenant-quotas.ts';

test('a tenant has the quotas of its file in place of those of the settings, a second after a change', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-quotas-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tenants', 'acme'), { recursive: true });
  const file = join(folder, 'tenants', 'acme', 'tenant.json');
  let now = 0;
  const settings = { CONFIG_FOLDER: folder, QUOTA_MANAGEMENT: 600, QUOTA_WALLET: 0, QUOTA_PARALLEL: 4 };
  const quotasOf = createQuotasOf({ settings, clock: () => now });
  const usual = { management: 600, wallet: 0, parallel: 4 };
  assert.deepEqual(quotasOf('acme'), usual);
  writeFileSync(file, '{"quotas": {"management": 0, "wallet": 30}}');
  assert.deepEqual(quotasOf('acme'), usual);
  now += 1000;
  assert.deepEqual(quotasOf('acme'), { management: 0, wallet: 30, parallel: 4 });
  assert.deepEqual(quotasOf('other'), usual);
  writeFileSync(file, '{"quotas": {"wallet": "broken"}}');
  now += 1000;
  assert.deepEqual(quotasOf('acme'), usual);
});
