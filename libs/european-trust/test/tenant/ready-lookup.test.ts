import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedStatus, StatusQuestion } from '@countersign/shared/trust/status-lookup';
import { createReadyLookup } from '../../src/tenant/ready-lookup.ts';

const HOUR = 3_600_000;
const question = (uri: string, more: Partial<StatusQuestion> = {}): StatusQuestion => ({
  reference: { uri, idx: 1, anchors: [] },
  tenant: 'acme',
  ...more,
});

function world() {
  const made = { now: 1, asked: [] as string[] };
  const statusOf = async ({ reference, tenant, atOnce }: StatusQuestion): Promise<ListedStatus> => {
    made.asked.push(`${tenant} ${reference.uri} ${atOnce === true ? 'at once' : 'waits'}`);
    return { state: 'valid' };
  };
  const ready = createReadyLookup(statusOf, { clock: () => made.now, name: 'status' });
  const run = async (): Promise<readonly string[]> => {
    made.asked.length = 0;
    await ready.job.run();
    return made.asked.toSorted();
  };
  return { made, ready, run };
}

test('what requests asked about is looked up again, once for each list and tenant', async () => {
  const { made, ready, run } = world();
  const asked = [question('a'), question('a', { reference: { uri: 'a', idx: 2, anchors: [] } }), question('b')];
  for (const one of asked) assert.equal((await ready.statusOf({ ...one, atOnce: true })).state, 'valid');
  await ready.statusOf(question('a', { tenant: 'other', atOnce: true }));
  assert.equal(made.asked.length, 4);
  assert.deepEqual(await run(), ['acme a waits', 'acme b waits', 'other a waits']);
});

test('nothing is looked up again that waited for its answer, or that nobody has asked about for an hour', async () => {
  const { made, ready, run } = world();
  await ready.statusOf(question('waited'));
  await ready.statusOf(question('old', { atOnce: true }));
  made.now += HOUR;
  await ready.statusOf(question('new', { atOnce: true }));
  assert.deepEqual(await run(), ['acme new waits', 'acme old waits']);
  made.now += 1;
  assert.deepEqual(await run(), ['acme new waits']);
  assert.deepEqual(await run(), ['acme new waits']);
});
