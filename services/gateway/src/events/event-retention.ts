/** Removes events after 24 hours. */
import { lastNumber } from '@countersign/shared/event-log/append';
import { EVENTS_KEPT, eventLog } from '@countersign/shared/model/tenant/event-log';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';

/** Milliseconds. */
const EVERY = 600_000;

const allEvents = overAllTenants(eventLog);

/** The job. A tenant's last document stays, because new ones continue from its number. */
export function eventRetentionJob({ store, clock, log }: Pick<Platform, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'event-retention',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const last = new Map<string, Promise<number>>();
      const lastOf = (tenant: string): Promise<number> => {
        const known = last.get(tenant) ?? lastNumber(store, tenant);
        last.set(tenant, known);
        return known;
      };
      let count = 0;
      await eachDocument(store, allEvents, { index: 'age', below: clock() - EVENTS_KEPT }, async (document) => {
        if (document.number === (await lastOf(document.tenant))) return;
        if (await store.delete(allEvents, document)) count += 1;
      });
      if (count > 0) log.info('events removed', { service: 'gateway', job: 'event-retention', count });
    },
  };
}
