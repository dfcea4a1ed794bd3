import { test } from 'node:test';
import { withOwnRedirect } from '@countersign/shared/model/session/way-back';
import { assertStateTable, type Tried } from '@countersign/shared/test/model/state-table-check';
import { placeRequest } from '../../src/session/presentation-begin-transitions.ts';
import type { PresentationSession } from '../../src/session/presentation-state.ts';
import {
  acceptAnswer,
  closeRequest,
  expireRequest,
  fetchRequest,
  redeemCode,
  refuseAnswer,
  reportError,
} from '../../src/session/presentation-transitions.ts';
import { given, inEachState, NOW, withheld } from './given.ts';
import { presentationEvents } from './presentation-events.ts';

const answer = { answerHash: 'fresh', verifiedAt: NOW, sealedCredentials: 'c' };
const reported = { code: 'e', knownCode: 'e', answer: { answerHash: 'fresh' } };

const atTheTenth = (session: PresentationSession): PresentationSession => ({
  ...session,
  presentation: { ...session.presentation, failures: 9 },
});

/** The last refusal that the request accepts; the same session if nothing is written. */
const last =
  (transition: Tried<PresentationSession>): Tried<PresentationSession> =>
  (session) => {
    const before = atTheTenth(session);
    const after = transition(before);
    return after === before ? session : after;
  };

const attempt = {
  channel: 'challenge',
  sessionHash: 'a',
  requestId: 'next',
  configurationId: 'question',
  sealedRequestUri: 'u',
  createdAt: 1,
  expiresAt: 9,
} as const;

/** The same session as part of an issuance that has a different presentation request now. */
const place: Tried<PresentationSession> = (session) => {
  const request = { clientId: 'c', clientAuthenticated: false, redirectUri: 'r', authorizationDetails: false };
  const progress = {
    state: 'presentation_required',
    request: { ...request, configurationIds: ['pid'] },
    attempt,
  } as const;
  const issuing = { ...session, kind: 'issuance', issuance: { progress } } as unknown as PresentationSession;
  const next = { ...given().presentation, requestHash: 'next' };
  return placeRequest(issuing, { presentation: next }).document as PresentationSession;
};

/** The response code that releases the presented claims expires. */
const expireWithheld: Tried<PresentationSession> = (session) =>
  session === inEachState.verified ? expireRequest(withheld, 2 * NOW + 1).document : session;

/** The session waits for a redirect URI of its webhook. */
const byWebhook: Tried<PresentationSession> = (session) => {
  const before: PresentationSession = { ...session, presentation: { ...session.presentation, redirect: 'webhook' } };
  const after = withOwnRedirect(before);
  return after === before ? session : after;
};

const refuse: Tried<PresentationSession> = (session) => refuseAnswer(session, { reason: 'time' }).document;
const reportOf =
  (how: { readonly endsRequest: boolean; readonly counts: boolean }): Tried<PresentationSession> =>
  (session) =>
    reportError(session, { ...reported, ...how }).document;

test('every event in every state leads where the table of the documentation says', () => {
  assertStateTable({
    table: presentationEvents,
    given: inEachState,
    stateOf: ({ presentation }) => presentation.progress.state,
    events: {
      fetchRequest: [(session) => fetchRequest(session).document],
      acceptAnswer: [
        (session) => acceptAnswer(session, answer, NOW).document,
        (session) => acceptAnswer(session, answer, session.expiresAt).document,
      ],
      refuseAnswer: [refuse, last(refuse)],
      reportError: [
        reportOf({ endsRequest: false, counts: false }),
        reportOf({ endsRequest: true, counts: false }),
        reportOf({ endsRequest: true, counts: true }),
        last(reportOf({ endsRequest: false, counts: true })),
      ],
      redeemCode: [
        (session) => redeemCode(session, 'code', NOW).document,
        (session) => redeemCode(session, 'x', NOW).document,
      ],
      expireRequest: [
        (session) => expireRequest(session, session.expiresAt + 1).document,
        (session) => expireRequest(session, NOW).document,
        expireWithheld,
      ],
      withOwnRedirect: [byWebhook],
      closeRequest: [(session) => closeRequest(session, 'cancelled', NOW).document],
      placeRequest: [place],
    },
  });
});
