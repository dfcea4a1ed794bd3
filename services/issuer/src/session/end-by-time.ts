/**
 * The job that writes down what the clock has decided: an issuance that nobody goes on with is `expired`, and one whose
 * token has ended needs no claims any more. Every replica runs it; each write is conditional.
 */

import { expiryOf } from '@countersign/shared/model/session-expiry';
import { type Grant, sessions } from '@countersign/shared/model/sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { expire } from '../protocol/issuance-state.ts';
import { type Change, changeIssuance, type IssuanceSession, issuanceEvent } from './issuance-session.ts';

/** Milliseconds. Until its run the session view says `expired` by the clock. */
const EVERY = 60_000;

export function endByTimeJob(platform: Platform): Job {
  const { store, clock, log } = platform;
  return {
    name: 'issuance-end',
    every: EVERY,
    run: async () => {
      const now = clock();
      const count = await eachDocument(
        store,
        overAllTenants(sessions),
        { index: 'tidy', below: now },
        async (session) => {
          if (session.issuance === undefined) return;
          const present = { ...session, issuance: session.issuance };
          await changeIssuance(platform, present, (_, document) => ending(platform, document, now));
        },
      );
      if (count > 0) log.info('issuances ended by time', { service: 'issuer', job: 'issuance-end', count });
    },
  };
}

/** @param now milliseconds; a session that was written meanwhile may have a later end */
function ending(platform: Platform, session: IssuanceSession, now: number): Change {
  const { issuance, tidyAt } = session;
  if (tidyAt === undefined || tidyAt >= now) return { issuance };
  if (expiryOf(session) !== undefined) {
    // The end of an offer that several wallets redeem: the session of each says what became of it.
    if (issuance.redemptions !== undefined) return { issuance: expire(issuance) };
    const event = issuanceEvent(platform, session, 'issuance.failed.v1', { reason: 'expired' });
    return { issuance: expire(issuance), events: [event] };
  }
  const { progress } = issuance;
  if (progress.state !== 'issued' && progress.state !== 'completed') return { issuance };
  const { state } = progress;
  // Revoked, so that no replica whose clock is behind issues without the claims that are gone.
  const grant: Grant = { ...progress.grant, revoked: true };
  return { issuance: { ...issuance, progress: { state, grant } }, erase: true };
}
