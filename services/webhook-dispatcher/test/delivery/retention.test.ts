/** Ended deliveries are removed after WEBHOOK_RETENTION; open ones never. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries } from '@countersign/shared/test/model/every-tenant';
import { retentionJob } from '../../src/delivery/retention.ts';
import { deliveryOf } from '../delivery-of.ts';
import { world } from '../world.ts';

test('deliveries that ended before the retention are removed, of every tenant and on every page', async (t) => {
  const w = await world(t, { WEBHOOK_RETENTION: '604800' });
  const limit = w.now - 604_800_000;
  const ended = (id: string, endedAt: number) => {
    const { dueAt: _, ...delivery } = deliveryOf(id, { state: 'delivered', endedAt });
    return delivery;
  };
  for (let n = 0; n < 120; n += 1) await w.store.insert(deliveries, ended(`old${n}`, limit - 1 - n));
  await w.store.insert(deliveries, { ...ended('of-root', limit - 1), tenant: 'root' });
  await w.store.insert(deliveries, ended('at-the-limit', limit));
  await w.store.insert(deliveries, deliveryOf('waits', { createdAt: limit - 9 }));
  const job = retentionJob(w.platform);
  assert.equal(job.exclusive, true);
  await job.run();
  const left = await Promise.all(
    ['old0', 'old119', 'of-root', 'at-the-limit', 'waits'].map(async (id) => (await w.delivery(id))?.id),
  );
  assert.deepEqual(left, [undefined, undefined, undefined, 'at-the-limit', 'waits']);
});

test('a delivery that is replayed during the run stays', async (t) => {
  const w = await world(t);
  const { dueAt: _, ...delivery } = deliveryOf('d', { state: 'dead', endedAt: 1 });
  const stored = (await w.store.insert(deliveries, delivery)) ?? assert.fail();
  const { store } = w;
  const replayed = {
    ...w.platform,
    store: {
      ...store,
      find: async (...query: Parameters<typeof store.find>) => {
        const found = await store.find(...query);
        const { endedAt, ...again } = stored;
        await store.replace(deliveries, { ...again, state: 'due', dueAt: w.now });
        return found;
      },
      delete: (...args: Parameters<typeof store.delete>) => store.delete(...args),
    },
  } as typeof w.platform;
  await retentionJob(replayed).run();
  assert.equal((await w.delivery('d'))?.state, 'due');
});
