/** Offers the due deliveries of the store to the queues of their targets each second. Retries and restarts need no event. */

import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import type { Job } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import type { TargetQueues } from './target-queues.ts';

/** Milliseconds. */
const EVERY = 1000;
const PAGE = 100;
/** At most this many pages per run: a flooded target may fill the first pages, and must not hide the others for long. */
const MAX_PAGES = 50;

const all = overAllTenants(deliveries);

export function dueJob({ store, clock }: Pick<DispatcherPlatform, 'store' | 'clock'>, queues: TargetQueues): Job {
  return {
    name: 'delivery-due',
    every: EVERY,
    run: async () => {
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { index: 'due', below: clock() + 1, limit: PAGE };
        const found = await store.find(all, after === undefined ? query : { ...query, after });
        for (const { id, target } of found.documents) queues.offer(target, id);
        after = found.next;
        if (after === undefined) break;
      }
      queues.tidy();
    },
  };
}
