/** Removes unmatched requests and the marks of erased traces after an hour, and traces whose session was removed. */
import { sessions } from '@countersign/shared/model/session/sessions';
import { traces, unmatchedRequests } from '@countersign/shared/model/tenant/traces';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';

/** Milliseconds that an unmatched request is kept. */
export const UNMATCHED_FOR = 3_600_000;
/** Milliseconds, much longer than a buffer keeps entries. */
const MARKS_FOR = 3_600_000;
/** Milliseconds. */
const EVERY = 300_000;

const allTraces = overAllTenants(traces);
const allUnmatched = overAllTenants(unmatchedRequests);

/**
 * The job. A trace is erased with its session. If a restored store has one without a session, it is removed after
 * SESSION_TTL.
 */
export function traceRetentionJob(platform: Pick<Platform, 'settings' | 'store' | 'clock' | 'log'>): Job {
  const { settings, store, clock, log } = platform;
  return {
    name: 'trace-retention',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const now = clock();
      let count = 0;
      const counted = (gone: boolean): void => {
        if (gone) count += 1;
      };
      await eachDocument(store, allUnmatched, { index: 'age', below: now - UNMATCHED_FOR }, async (document) =>
        counted(await store.delete(allUnmatched, document)),
      );
      await eachDocument(store, allTraces, { index: 'erased', below: now - MARKS_FOR }, async (document) =>
        counted(await store.delete(allTraces, document)),
      );
      const old = now - settings.SESSION_TTL * 1000;
      await eachDocument(store, allTraces, { index: 'age', below: old }, async (document) => {
        const session = await store.get(overAllTenants(sessions), document.id);
        if (session === undefined) counted(await store.delete(allTraces, document));
      });
      if (count > 0) log.info('traces removed', { service: 'gateway', job: 'trace-retention', count });
    },
  };
}
