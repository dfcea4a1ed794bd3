import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { activity } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { createActivityCounter, hourOf } from '../../src/overview/activity-counter.ts';
import { wrapped } from '../trace/trace-world.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2030, 0, 1, 12, 30);

test('two processes count the same hour in documents of their own; a request writes nothing', async (t) => {
  const store = await temporaryStore(t);
  let writes = 0;
  const counted = wrapped(store, {
    insert: (...args) => {
      writes += 1;
      return store.insert(...args);
    },
  });
  const parts = { clock: () => now, random: systemRandom, log: silentLog, later: () => undefined };
  const [one, other] = [
    createActivityCounter({ ...parts, store: counted }),
    createActivityCounter({ ...parts, store }),
  ];
  for (let request = 0; request < 50; request += 1) one.count('acme', now, { kind: 'issued' });
  other.count('acme', now, { kind: 'issued' });
  assert.equal(writes, 0);
  await Promise.all([one.flush(), other.flush()]);
  one.count('acme', now, { kind: 'presented' });
  one.count('acme', now + HOUR, { kind: 'presented' });
  await one.flush();
  const { documents } = await store.find(activity, { index: 'newest', equal: ['acme'], limit: 10 });
  assert.deepEqual(documents.map(({ hour, issued, presented }) => [hour - hourOf(now), issued, presented]).sort(), [
    [0, 1, 0],
    [0, 50, 1],
    [HOUR, 0, 1],
  ]);
});

test('what could not be written is written the next time; a removed document is not made again', async (t) => {
  const store = await temporaryStore(t);
  let fails = true;
  const failing = wrapped(store, {
    insert: (...args) => (fails ? Promise.reject(new Error('away')) : store.insert(...args)),
  });
  const parts = { store: failing, clock: () => now, random: systemRandom, log: silentLog, later: () => undefined };
  const counter = createActivityCounter(parts);
  counter.count('acme', now, { kind: 'issued' });
  await counter.flush();
  counter.count('acme', now, { kind: 'issued' });
  fails = false;
  await counter.flush();
  const of = async () => (await store.find(activity, { index: 'newest', equal: ['acme'], limit: 10 })).documents;
  const [found] = await of();
  assert.equal(found?.issued, 2);
  if (found !== undefined) await store.delete(activity, found);
  counter.count('acme', now, { kind: 'issued' });
  await counter.flush();
  assert.deepEqual(await of(), []);
});
