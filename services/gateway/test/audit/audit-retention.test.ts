/** Audit records are removed after AUDIT_RETENTION. An open erasure's record stays. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { auditRetentionJob } from '../../src/audit/audit-retention.ts';

const NOW = Date.UTC(2030, 0, 1);
const DAY = 86_400_000;

async function kept(t: TestContext, retention: string): Promise<readonly string[]> {
  const store = await temporaryStore(t);
  const { settings } = readSettings({ AUDIT_RETENTION: retention });
  const record = (id: string, at: number) => ({ id, at, tenant: 'default', action: 'session.read', client: 'c' });
  for (const tenant of ['default', 'root']) {
    await store.insert(auditRecords, { ...record(`old-${tenant}`, NOW - DAY - 1), tenant });
  }
  await store.insert(auditRecords, record('at-the-limit', NOW - DAY));
  await store.insert(auditRecords, { ...record('open', NOW - 9 * DAY), openSince: NOW - 9 * DAY });
  await auditRetentionJob({ settings, store, clock: () => NOW, log: silentLog }).run();
  const ids = ['old-default', 'old-root', 'at-the-limit', 'open'];
  const found = await Promise.all(ids.map((id) => store.get(auditRecords, id)));
  return found.flatMap((one) => (one === undefined ? [] : [one.id]));
}

test('records older than the retention are removed, of every tenant', async (t) => {
  assert.deepEqual(await kept(t, '86400'), ['at-the-limit', 'open']);
});

test('with a retention of 0 no record is removed', async (t) => {
  assert.equal((await kept(t, '0')).length, 4);
});
