/**
 * The job that records expiry: an issuance that no wallet continued is `expired`, and one whose token has expired no
 * longer needs its claims. A session that a wallet started without an offer is deleted if no user signed in. Every
 * replica runs it; each write is conditional.
 */

import { sessions } from '@countersign/shared/model/session/sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { endByTime } from './ending-transitions.ts';
import { changeIssuance, isIssuance } from './issuance-session.ts';
import { isAbandoned } from './sign-in-transitions.ts';

/** Milliseconds between runs. Before the run the session view computes `expired` from the clock. */
const EVERY = 60_000;

export function endByTimeJob(platform: Platform): Job {
  const { store, clock, log } = platform;
  return {
    name: 'issuance-end',
    every: EVERY,
    run: async () => {
      const now = clock();
      const due = { index: 'tidy', below: now } as const;
      const count = await eachDocument(store, overAllTenants(sessions), due, async (session) => {
        if (!isIssuance(session)) return;
        if (isAbandoned(session, now)) await store.delete(overAllTenants(sessions), session);
        else await changeIssuance(platform, session, (present) => endByTime(present, now));
      });
      if (count > 0) log.info('issuances ended by time', { service: 'issuer', job: 'issuance-end', count });
    },
  };
}
