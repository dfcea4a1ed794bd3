/**
 * Ended deliveries go after some time: they are there to be looked at, and longer than a mark may still lead to them,
 * for a delivery that is made once more is told once more.
 */
import type { Job } from '@countersign/shared/runtime/service';
import { deliveries } from '@countersign/shared/store/deliveries';
import type { DispatcherPlatform } from './dispatcher-platform.ts';

const EVERY = 60_000;
const PAGE = 100;

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
      let after: string | undefined;
      do {
        const query = { index: 'ended', below, limit: PAGE };
        const found = await store.find(deliveries, after === undefined ? query : { ...query, after });
        // Conditional: one that is delivered again meanwhile stays.
        for (const delivery of found.documents) await store.delete(deliveries, delivery);
        after = found.next;
      } while (after !== undefined);
    },
  };
}
