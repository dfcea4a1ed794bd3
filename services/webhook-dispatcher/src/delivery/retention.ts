/**
 * Removes ended deliveries after WEBHOOK_RETENTION. Until then a backend can read them. They are kept longer than any
 * mark that refers to them, because a mark without its delivery would create the delivery, and send the webhook, a
 * second time.
 */

import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import type { Job } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';

const EVERY = 60_000;
const PAGE = 100;

const all = overAllTenants(deliveries);

export function retentionJob({
  store,
  clock,
  settings,
}: Pick<DispatcherPlatform, 'store' | 'clock' | 'settings'>): Job {
  return {
    name: 'delivery-retention',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const below = clock() - settings.WEBHOOK_RETENTION * 1000;
      for await (const ended of pages(store, all, { index: 'ended', below, limit: PAGE })) {
        // Conditional, so that a delivery that was just replayed stays.
        for (const delivery of ended) await store.delete(all, delivery);
      }
    },
  };
}
