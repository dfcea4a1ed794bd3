/** The job that ends requests without an answer, drops their keys, and tells of it. What else a backend sees of them stays. */

import { changeSession, type SessionChange } from '@countersign/shared/model/session-change';
import { withExpiry } from '@countersign/shared/model/session-expiry';
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { presentationEvent } from './presentation-session.ts';
import { withoutResponseKey } from './response-key.ts';

/** Milliseconds: how long after its request an unused key may still lie there. */
const EVERY = 60_000;

type Parts = Pick<Platform, 'store' | 'clock' | 'log' | 'wakeRelay' | 'random' | 'settings'>;

export function endUnanswered(platform: Parts): Job {
  const { store, clock, log } = platform;
  return {
    name: 'response-keys',
    every: EVERY,
    run: async () => {
      const now = clock();
      const count = await eachDocument(
        store,
        overAllTenants(sessions),
        { index: 'responseKey', below: now },
        (session) => changeSession(platform, session, ending(platform, session, now)),
      );
      if (count > 0) log.info('unanswered requests ended', { service: 'verifier', job: 'response-keys', count });
    },
  };
}

/** @param session as the job found it: another request that the session has by now is left to its own time */
function ending(
  platform: Parts,
  { presentation, ...rest }: SessionDocument,
  now: number,
): (document: SessionDocument) => SessionChange | undefined {
  if (presentation === undefined) return () => undefined;
  const event = presentationEvent(platform, { ...rest, presentation }, 'presentation.expired.v1');
  return (document) => {
    const { responseKeyUntil = now } = document;
    if (document.presentation?.requestHash !== presentation.requestHash || responseKeyUntil >= now) return undefined;
    const ended = withoutResponseKey(document);
    const next = expired(ended);
    return { document: next, events: next === ended ? [] : [event] };
  };
}

/** The same document where the request was answered. An issuance keeps its status: it may begin anew, with another request. */
function expired(document: SessionDocument): SessionDocument {
  const { kind, presentation } = document;
  const progress = presentation?.progress;
  if (presentation === undefined || (progress?.state !== 'created' && progress?.state !== 'requested')) return document;
  const next: SessionDocument = {
    ...document,
    presentation: { ...presentation, progress: { ...progress, state: 'expired' } },
  };
  return kind === 'presentation' ? withExpiry({ ...next, status: 'expired' }) : next;
}
