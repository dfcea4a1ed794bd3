/**
 * The job that expires requests without a response: it erases their keys and publishes the event. It also erases
 * presented claims whose response code was not redeemed in time. The rest of the session stays.
 */

import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { changePresentation, type PresentationWriter } from './change-presentation.ts';
import { expireRequest } from './presentation-transitions.ts';

/** Milliseconds between runs: how long an unused key may outlive its request. */
const INTERVAL = 60_000;

export function endUnanswered(platform: PresentationWriter & Pick<Platform, 'log'>): Job {
  const { store, clock, log } = platform;
  return {
    name: 'response-keys',
    every: INTERVAL,
    run: async () => {
      const now = clock();
      const count = await eachDocument(
        store,
        overAllTenants(sessions),
        { index: 'responseKey', below: now },
        (session) => endRequest(platform, session, now),
      );
      if (count > 0) log.info('unanswered requests ended', { service: 'verifier', job: 'response-keys', count });
    },
  };
}

/** @param session as read by the job: a newer request of the session stays until its own end */
async function endRequest(platform: PresentationWriter, session: SessionDocument, now: number): Promise<unknown> {
  const { presentation } = session;
  if (presentation === undefined) return undefined;
  return changePresentation(platform, { ...session, presentation }, (present) => expireRequest(present, now));
}
