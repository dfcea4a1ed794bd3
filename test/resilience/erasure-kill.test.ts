/** SIGKILL during erasures: each is completed after a restart, with one receipt, and no data is left. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { purgeJob } from '@countersign/gateway/sessions/purge';
import { silentLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { auditRecords, sessions } from '@countersign/shared/test/model/every-tenant';
import { makeOffer } from '../support/flows.ts';
import { seeded } from './seeded.ts';
import { API_KEY, openServerProcess, type ServerProcess } from './server-process.ts';

const SESSIONS = 40;
/** Kills; some of them must come between the first and the last write of an erasure. */
const MOST = 25;
const WANTED = 3;

const a = (server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, { ...init, headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' } });

async function withStore<T>(folder: string, look: (store: Store) => Promise<T>): Promise<T> {
  const store = await openEmbeddedStore({ folder });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

async function openReceipts(store: Store): Promise<number> {
  return (await store.find(auditRecords, { index: 'open', limit: 1000 })).documents.length;
}

test('interrupted erasures are completed, and acknowledged ones are not undone', async (t) => {
  const server = await openServerProcess({ SESSION_TIDY_UP_INTERVAL: '3600' });
  t.after(() => server.close());
  const { settings } = readSettings({ PUBLIC_URL: server.url, AUTH_API_KEY: API_KEY });
  const dice = seeded(7);
  let broken = 0;
  let kills = 0;
  for (; kills < MOST && broken < WANTED; kills += 1) {
    await server.start();
    const offers = { a: (path: string, init?: RequestInit) => a(server, path, init), url: server.url };
    const made = await Promise.all(Array.from({ length: SESSIONS }, () => makeOffer(offers)));
    const ids = made.map(({ session }) => session);
    const acknowledged: string[] = [];
    const erasing = ids.map(async (id) => {
      const answer = await a(server, `/session/${id}`, { method: 'DELETE' }).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(id);
    });
    await sleep(dice() * 25);
    await server.kill();
    await Promise.all(erasing);

    await withStore(server.dataFolder, async (store) => {
      if ((await openReceipts(store)) > 0) broken += 1;
      const clock = (): number => Date.now() + 61_000;
      await purgeJob({ settings, store, clock, log: silentLog }).run();
      assert.equal(await openReceipts(store), 0);
      for (const id of ids) {
        const left = await store.get(sessions, id);
        const { documents } = await store.find(auditRecords, { index: 'session', equal: [id], limit: 100 });
        const receipts = documents.filter(({ action }) => action === 'session.erased');
        // Erased with its receipt, or not started.
        assert.equal(receipts.length, left === undefined ? 1 : 0);
        assert.ok(left === undefined || !acknowledged.includes(id), 'an acknowledged erasure was lost');
        if (left === undefined) assert.equal(receipts[0]?.client, 'api-key');
      }
    });
  }
  assert.ok(broken > 0, 'no kill came in the middle of an erasure');
  t.diagnostic(`${broken} of ${kills} kills came in the middle of erasures`);
});
