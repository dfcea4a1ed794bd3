/** Purge: sessions older than SESSION_TTL go; what the status service keeps of them stays. */
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { SessionDocument } from '@countersign/shared/store/sessions';
import { sessions } from '@countersign/shared/store/sessions';

const PAGE = 100;

/** The job. It passes over sessions that still have something to tell, up to twice the lifetime. */
export function purgeJob({ settings, store, clock, log }: Pick<Platform, 'settings' | 'store' | 'clock' | 'log'>): Job {
  const lifetime = settings.SESSION_TTL * 1000;
  return {
    name: 'purge',
    exclusive: true,
    every: settings.SESSION_TIDY_UP_INTERVAL * 1000,
    run: async () => {
      const now = clock();
      let count = 0;
      let after: string | undefined;
      do {
        const found = await store.find(sessions, {
          index: 'age',
          below: now - lifetime,
          limit: PAGE,
          ...(after === undefined ? {} : { after }),
        });
        for (const session of found.documents) {
          if (mustStay(session, now - 2 * lifetime)) continue;
          // Conditional: one that was written meanwhile is looked at again in the next run.
          if (await store.delete(sessions, session)) count += 1;
        }
        after = found.next;
      } while (after !== undefined);
      if (count > 0) log.info('sessions purged', { service: 'gateway', job: 'purge', count });
    },
  };
}

function mustStay({ outbox, pendingDeliveries, createdAt }: SessionDocument, anyway: number): boolean {
  return createdAt >= anyway && (outbox.length > 0 || pendingDeliveries.length > 0);
}
