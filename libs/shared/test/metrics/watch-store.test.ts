import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchDeliveries, watchOutboxes } from '../../src/metrics/watch-store.ts';
import { deliveries } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';
import { recorded } from './recorded.ts';

const NOW = Date.UTC(2030, 0, 1);
const delivery = {
  id: 'd1',
  tenant: 'default',
  session: 's',
  type: 'issuance.completed',
  at: NOW,
  data: {},
  webhook: 'outcome',
  target: 'https://backend.example',
  state: 'due',
  attempts: [],
  createdAt: NOW,
  outbox: [],
} as const;

describe('what waits in the store', () => {
  it('the oldest outbox, over all documents', async (t) => {
    const store = await temporaryStore(t);
    const metrics = recorded();
    watchOutboxes(metrics, { store, clock: () => NOW }, [deliveries]);
    const read = () => metrics.read('countersign_outbox_age_seconds');
    assert.deepEqual(await read(), [{ labels: { collection: 'deliveries' }, value: 0 }]);
    await store.insert(deliveries, { ...delivery, outboxSince: NOW - 2000 });
    await store.insert(deliveries, { ...delivery, id: 'd2', outboxSince: NOW - 7000 });
    assert.deepEqual(await read(), [{ labels: { collection: 'deliveries' }, value: 7 }]);
  });

  it('the webhook that is due for the longest time; one that is not due yet does not count', async (t) => {
    const store = await temporaryStore(t);
    const metrics = recorded();
    watchDeliveries(metrics, { store, clock: () => NOW });
    const read = () => metrics.read('countersign_deliveries_overdue_seconds');
    await store.insert(deliveries, { ...delivery, dueAt: NOW + 5000 });
    assert.deepEqual(await read(), [{ labels: {}, value: 0 }]);
    await store.insert(deliveries, { ...delivery, id: 'd2', dueAt: NOW - 30_000 });
    assert.deepEqual(await read(), [{ labels: {}, value: 30 }]);
  });
});
