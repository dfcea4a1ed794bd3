/** Gauges of work that waits in the store, read at each scrape: each by one small query of an index. */

import type { Clock } from '../kernel/clock.ts';
import { deliveries } from '../model/delivery/deliveries.ts';
import type { WithOutbox } from '../outbox/outbox.ts';
import { overAllTenants } from '../store/over-all-tenants.ts';
import type { Collection, Store } from '../store/port.ts';
import type { Metrics } from './metrics.ts';

interface Watched {
  readonly store: Store;
  readonly clock: Clock;
}

/** @param collections those with an index `outbox` whose events this process may publish */
export function watchOutboxes(
  metrics: Metrics,
  { store, clock }: Watched,
  collections: readonly Collection<WithOutbox>[],
): void {
  metrics.watch('countersign_outbox_age_seconds', () =>
    Promise.all(
      collections.map(async (collection) => {
        const { documents } = await store.find(collection, { index: 'outbox', limit: 1 });
        const since = documents[0]?.outboxSince;
        return { labels: { collection: collection.name }, value: age(since, clock()) };
      }),
    ),
  );
}

export function watchDeliveries(metrics: Metrics, { store, clock }: Watched): void {
  metrics.watch('countersign_deliveries_overdue_seconds', async () => {
    const { documents } = await store.find(overAllTenants(deliveries), { index: 'due', limit: 1 });
    return [{ labels: {}, value: age(documents[0]?.dueAt, clock()) }];
  });
}

/** Seconds. */
function age(since: number | undefined, now: number): number {
  return since === undefined ? 0 : Math.max(0, now - since) / 1000;
}
