/** Two replicas on one store, with many concurrent writers and allocations: the same suite for every store. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Service } from '@countersign/shared/runtime/service';
import type { Store } from '@countersign/shared/store/port';
import { statusEntries, statusLists } from '@countersign/shared/test/model/every-tenant';
import { allocate, call, type Entry, update, values, world } from './world.ts';

const SESSIONS = 60;
const WRITERS = 64;

/** A seeded generator of pseudo-random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function bitsOf(service: Service): Promise<Buffer> {
  const token = String((await call(service, 'status.list')).raw);
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return inflateSync(Buffer.from(payload.status_list.lst, 'base64url'));
}

/**
 * Every session has one writer at a time, so that its last acknowledged write is known; all sessions share the list.
 * @param stores one per replica, on the same data
 * @param changes number of changes in all
 */
export async function racingChanges(t: TestContext, stores: readonly [Store, Store], changes: number): Promise<void> {
  const [store] = stores;
  const made = await world(t, store);
  const options = { listSize: 4096, blockSize: 64 };
  const replicas = stores.map((of) => made.replica(options, of));
  const replica = (i: number): Service => replicas[i % 2] ?? assert.fail();
  const allocated = new Map<string, readonly Entry[]>();
  for (let i = 0; i < SESSIONS; i += 1) {
    allocated.set(`s-${i}`, await allocate(replica(i), `r-${i}`, 2, { session: `s-${i}` }));
  }
  for (const service of replicas) await values(service, [0]);
  const wrote = new Map<string, number>();
  const busy = new Set<string>();
  const random = numbers(7);
  let left = changes;
  let issued = 0;
  const writer = async (i: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const session = `s-${random(SESSIONS)}`;
      // Allocations run concurrently: leases and raises write the same document.
      if (random(8) === 0) {
        issued += 1;
        await allocate(replica(i), `more-${issued}`, 1, { session: 'issued concurrently' });
      }
      if (busy.has(session)) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      busy.add(session);
      const value = random(2) === 0 ? 0 : 1;
      const writing = replica(i);
      await update(writing, session, value);
      wrote.set(session, value);
      // The writer reads its own replica right after the response.
      const indexes = (allocated.get(session) ?? []).map(({ idx }) => idx);
      assert.deepEqual(await values(writing, indexes), [value, value]);
      busy.delete(session);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, i) => writer(i)));
  made.now += 500;
  for (const service of [...replicas, made.replica(options)]) {
    const bits = await bitsOf(service);
    for (const [session, entries] of allocated) {
      for (const { idx } of entries) {
        assert.equal(((bits[idx >> 3] ?? 0) >> (idx & 7)) & 1, wrote.get(session) ?? 0, `${session} ${idx}`);
      }
    }
  }
  const list = await store.get(statusLists, 'default/1');
  const { documents } = await store.find(statusEntries, { index: 'session', limit: 5000 });
  assert.equal(documents.length, SESSIONS + issued);
  const indexes = documents.flatMap((entry) => entry.indexes);
  assert.equal(new Set(indexes).size, indexes.length, 'no index twice');
  assert.ok((list?.allocated ?? 0) >= indexes.length);
}
