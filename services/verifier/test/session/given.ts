/** Fixtures of presentation sessions. */

import type { PresentationProgress, PresentationState } from '@countersign/shared/model/session/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { PresentationSession } from '../../src/session/presentation-state.ts';

export const NOW = 5000;

const part = {
  configurationId: 'question',
  requestHash: 'request',
  stateHash: 'state',
  nonce: 'n',
  sealedRequest: 'sealed',
  failures: 0,
};

/** A presentation session that expires at twice NOW; it has its key while it is open. */
export function given(
  progress: PresentationProgress = { state: 'created' },
  more: Partial<SessionDocument> = {},
): PresentationSession {
  const open = progress.state === 'created' || progress.state === 'requested';
  return {
    id: 's',
    rev: 1,
    tenant: 'acme',
    kind: 'presentation',
    createdAt: 1,
    updatedAt: 1,
    expiresAt: 2 * NOW,
    ...(open ? { responseKeyUntil: 2 * NOW, endsAt: 2 * NOW } : {}),
    handle: 'h',
    status: progress.state,
    pendingDeliveries: [],
    outbox: [],
    presentation: { ...part, ...(open ? { sealedKey: 'key' } : {}), progress },
    ...more,
  } as PresentationSession;
}

export const code = { hash: 'code', sealed: 'sealed code', redeemed: false };

/** Each state, with a response and its response code if the state has one. */
export const progresses: Readonly<Record<PresentationState, PresentationProgress>> = {
  created: { state: 'created' },
  requested: { state: 'requested', lastError: 'server_error', answerHash: 'error', responseCode: code },
  verified: { state: 'verified', verifiedAt: 7, sealedCredentials: 'c', answerHash: 'answer', responseCode: code },
  rejected: { state: 'rejected', reason: 'access_denied', answerHash: 'no', responseCode: code },
  expired: { state: 'expired', answerHash: 'late', responseCode: code },
};

/** A session in each state. */
export const inEachState: Readonly<Record<PresentationState, PresentationSession>> = {
  created: given(progresses.created),
  requested: given(progresses.requested),
  verified: given(progresses.verified),
  rejected: given(progresses.rejected),
  expired: given(progresses.expired),
};

/** A verified session whose response code releases the presented claims, until twice NOW. */
export const withheld: PresentationSession = {
  ...given({ ...progresses.verified, responseCode: { ...code, expiresAt: 2 * NOW } } as PresentationProgress),
  responseKeyUntil: 2 * NOW,
  presentation: {
    ...part,
    release: 'response_code',
    progress: { ...progresses.verified, responseCode: { ...code, expiresAt: 2 * NOW } } as PresentationProgress,
  },
};
