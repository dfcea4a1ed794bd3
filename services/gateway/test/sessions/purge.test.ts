/** The purge: what it erases and when, and interrupted erasures. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { auditRecords, sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { purgeJob } from '../../src/sessions/purge.ts';

const NOW = Date.UTC(2030, 0, 1);
const LIFETIME = 3_600_000;

async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const { settings } = readSettings({ SESSION_TTL: '3600' });
  const insert = async (id: string, createdAt: number, more: Partial<SessionDocument> = {}) =>
    store.insert(sessions, {
      id,
      tenant: 'default',
      kind: 'issuance',
      createdAt,
      updatedAt: createdAt,
      expiresAt: createdAt,
      handle: id,
      status: 'created',
      pendingDeliveries: [],
      outbox: [],
      ...more,
    });
  const run = async (now = NOW) => purgeJob({ settings, store, clock: () => now, log: silentLog }).run();
  const isThere = async (id: string) => (await store.get(sessions, id)) !== undefined;
  return { store, insert, run, isThere };
}

const mark = { id: 'e', type: 'issuance.completed.v1', at: 0, data: {} } as const;

test('sessions older than the lifetime are erased, of every tenant, with a receipt', async (t) => {
  const { store, insert, run, isThere } = await open(t);
  await insert('old', NOW - LIFETIME - 1);
  await insert('of-root', NOW - LIFETIME - 1, { tenant: 'root' });
  await insert('young', NOW - LIFETIME);
  await run();
  assert.deepEqual([await isThere('old'), await isThere('of-root'), await isThere('young')], [false, false, true]);
  const receipt = await store.get(auditRecords, 'erasure/old');
  assert.deepEqual([receipt?.client, receipt?.openSince], ['[purge]', undefined]);
});

test('a session with open deliveries or unsent events stays a second lifetime, and no longer', async (t) => {
  const { insert, run, isThere } = await open(t);
  await insert('pending', NOW - LIFETIME - 1, { pendingDeliveries: [mark], pendingSince: 1 });
  await run();
  assert.equal(await isThere('pending'), true);
  await run(NOW + LIFETIME);
  assert.equal(await isThere('pending'), false);
});

test('a session whose end is due and not yet recorded stays a second lifetime, and no longer', async (t) => {
  const { insert, run, isThere } = await open(t);
  const createdAt = NOW - LIFETIME - 1;
  await insert('due', createdAt, { endsAt: NOW });
  await insert('recorded', createdAt, { endsAt: NOW, status: 'expired' });
  await insert('later', createdAt, { endsAt: NOW + 1 });
  await run();
  assert.deepEqual([await isThere('due'), await isThere('recorded'), await isThere('later')], [true, false, false]);
  await run(NOW + LIFETIME);
  assert.equal(await isThere('due'), false);
});

test('an interrupted erasure of any client is completed; one that has just begun is left alone', async (t) => {
  const { store, insert, run, isThere } = await open(t);
  for (const [id, openSince] of [
    ['broken-off', NOW - 60_001],
    ['under-way', NOW - 60_000],
  ] as const) {
    await insert(id, NOW);
    await store.insert(auditRecords, {
      id: `erasure/${id}`,
      tenant: 'default',
      at: NOW,
      action: 'session.erased',
      client: 'api-key',
      session: id,
      openSince,
    });
  }
  await run();
  assert.deepEqual([await isThere('broken-off'), await isThere('under-way')], [false, true]);
  assert.equal((await store.get(auditRecords, 'erasure/broken-off'))?.openSince, undefined);
});
