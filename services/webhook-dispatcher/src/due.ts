/** The collection is the queue: each second what is due goes to its lane. Retries and restarts need no event. */

import { deliveries } from '@countersign/shared/model/deliveries';
import type { Job } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import type { DispatcherPlatform } from './dispatcher-platform.ts';
import type { Lanes } from './lanes.ts';

/** Milliseconds. */
const EVERY = 1000;
const PAGE = 100;
/** Most pages that one run looks at: what a flooded target has in front must not hide the others for long. */
const MOST_PAGES = 50;

const all = overAllTenants(deliveries);

export function dueJob({ store, clock }: Pick<DispatcherPlatform, 'store' | 'clock'>, lanes: Lanes): Job {
  return {
    name: 'delivery-due',
    every: EVERY,
    run: async () => {
      let after: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { index: 'due', below: clock() + 1, limit: PAGE };
        const found = await store.find(all, after === undefined ? query : { ...query, after });
        for (const { id, target } of found.documents) lanes.offer(target, id);
        after = found.next;
        if (after === undefined) break;
      }
      lanes.tidy();
    },
  };
}
