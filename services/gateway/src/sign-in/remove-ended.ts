/** Removes console sign-ins after they expire. Without the job they are not accepted either. */
import { consoleSessions } from '@countersign/shared/model/tenant/console-sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';

/** Milliseconds. */
const EVERY = 600_000;
const PAGE = 500;

const ofAll = overAllTenants(consoleSessions);

export function removeEndedSignIns({ store, clock, log }: Pick<Platform, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'console-sessions',
    exclusive: true,
    every: EVERY,
    run: async () => {
      let count = 0;
      for await (const documents of pages(store, ofAll, { index: 'end', below: clock(), limit: PAGE })) {
        const gone = await Promise.all(documents.map((document) => store.delete(ofAll, document)));
        count += gone.filter(Boolean).length;
      }
      if (count > 0) log.info('sign-ins removed', { service: 'gateway', job: 'console-sessions', count });
    },
  };
}
