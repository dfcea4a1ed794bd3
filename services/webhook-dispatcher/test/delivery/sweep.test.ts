/** The sweep: which marks it reads, and what it does with each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { deliveries } from '@countersign/shared/test/model/every-tenant';
import { sweepJob } from '../../src/delivery/sweep.ts';
import { type World, world } from '../world.ts';

const url = 'https://backend.example/hook';

function sweeper(w: World, platform = w.platform) {
  const enqueued: string[] = [];
  const job = sweepJob(platform, ({ id }) => void enqueued.push(id));
  return { run: () => job.run(), enqueued };
}

test('a mark whose event was lost becomes a delivery, once the event should have arrived', async (t) => {
  const w = await world(t);
  const { run, enqueued } = sweeper(w);
  await run();
  const { events } = await w.session({ url });
  w.now += 5000;
  await run();
  assert.deepEqual(enqueued, [], 'its event may still arrive');
  w.now += 1;
  await run();
  assert.deepEqual(enqueued, [events[0]?.id]);
  assert.equal((await w.delivery(events[0]?.id))?.state, 'due');
});

test('older marks are read again at the start and every five minutes, not in between', async (t) => {
  const w = await world(t);
  await w.session({ url });
  w.now += 3_600_000;
  const { run, enqueued } = sweeper(w);
  await run();
  w.now += 5000;
  await run();
  assert.equal(enqueued.length, 1);
  w.now += 295_000;
  await run();
  assert.equal(enqueued.length, 2);
});

test('the mark of an ended delivery is cleared, and one that leads to no webhook', async (t) => {
  const w = await world(t);
  const { id, events } = await w.session({ url, types: ['issuance.completed.v1', 'credential.issued.v1'] });
  w.now += 6000;
  await sweeper(w).run();
  for (const { id: delivery } of events) {
    const { dueAt: _, ...stored } = (await w.delivery(delivery)) ?? assert.fail();
    await w.store.replace(deliveries, { ...stored, state: 'dead', reason: 'gone', endedAt: w.now });
  }
  await sweeper(w).run();
  assert.deepEqual(await w.pending(id), []);
});

test('an unreachable store ends the run, so that no mark counts as seen', async (t) => {
  const w = await world(t);
  await w.session({ url });
  w.now += 6000;
  const { store } = w.platform;
  const state = { away: true };
  const broken = {
    ...store,
    find: (...args: Parameters<typeof store.find>) => store.find(...args),
    replace: (...args: Parameters<typeof store.replace>) => store.replace(...args),
    get: (...args: Parameters<typeof store.get>) => {
      if (state.away) throw unavailable('database');
      return store.get(...args);
    },
    insert: (...args: Parameters<typeof store.insert>) => store.insert(...args),
  } as typeof store;
  const { run, enqueued } = sweeper(w, { ...w.platform, store: broken });
  await assert.rejects(run(), (error) => error instanceof ProtocolError && error.code === 'temporarily_unavailable');
  state.away = false;
  w.now += 5000;
  await run();
  assert.equal(enqueued.length, 1);
});
