import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activity } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { activityRetentionJob } from '../../src/overview/activity-retention.ts';
import { noCounts } from '../../src/overview/counts.ts';
import { ACTIVITY_FOR } from '../../src/overview/overview.ts';

test('counts are removed after a month', async (t) => {
  const store = await temporaryStore(t);
  const now = Date.UTC(2030, 0, 20);
  for (const hour of [now, now - ACTIVITY_FOR, now - ACTIVITY_FOR - 1]) {
    await store.insert(activity, { id: `acme/${hour}/p`, tenant: 'acme', hour, ...noCounts });
  }
  await activityRetentionJob({ store, clock: () => now }).run();
  const { documents } = await store.find(activity, { index: 'age', limit: 10 });
  assert.deepEqual(
    documents.map(({ hour }) => hour),
    [now - ACTIVITY_FOR, now],
  );
});
