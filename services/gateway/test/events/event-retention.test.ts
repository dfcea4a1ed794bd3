import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventAppender } from '@countersign/shared/event-log/append';
import { createLog } from '@countersign/shared/kernel/log';
import { EVENTS_KEPT } from '@countersign/shared/model/tenant/event-log';
import { eventLog } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { eventRetentionJob } from '../../src/events/event-retention.ts';

test('events are removed after 24 hours; the last one of a tenant stays, so that numbers never begin again', async (t) => {
  const store = await temporaryStore(t);
  let now = 1_700_000_000_000;
  const clock = (): number => now;
  const lines: string[] = [];
  const log = createLog('info', clock, (line: string) => lines.push(line));
  const { append } = createEventAppender({ store, clock });
  const add = (tenant: string, id: string) =>
    append({ tenant, session: 's', events: [{ id, type: 'token.issued', at: now, data: {} }] });
  const left = async () => (await store.find(eventLog, { index: 'age', limit: 99 })).documents.map(({ id }) => id);
  for (const id of ['a', 'b']) await add('acme', id);
  for (const id of ['x', 'y']) await add('root', id);
  now += EVENTS_KEPT;
  await add('root', 'z');
  const job = eventRetentionJob({ store, clock, log });
  await job.run();
  assert.deepEqual(await left(), ['a', 'b', 'x', 'y', 'z']);
  now += 1;
  await job.run();
  assert.deepEqual(await left(), ['b', 'z']);
  assert.equal(lines.length, 1);
  const fresh = createEventAppender({ store, clock });
  await fresh.append({ tenant: 'acme', session: 's', events: [{ id: 'c', type: 'token.issued', at: now, data: {} }] });
  assert.equal((await store.get(eventLog, 'c'))?.number, 3);
});
