/** A webhook's claims, deferred credentials and slots of an issuance, by the tables in docs/reference/states.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { answerClaims, giveUpClaims } from '@countersign/shared/model/session/claims';
import type { RedemptionPlace } from '@countersign/shared/model/session/redemption-places';
import type { SessionClaims, SessionDocument } from '@countersign/shared/model/session/sessions';
import { assertStateTable, type Tried } from '@countersign/shared/test/model/state-table-check';
import { deferRequest, deliverDeferred, recordNotification } from '../../src/credential/credential-transitions.ts';
import { pushRequest, requirePresentation } from '../../src/session/authorization-transitions.ts';
import { endByTime, failIssuance, settleClaims } from '../../src/session/ending-transitions.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { redeemPlace, takePlace } from '../../src/session/redemption-transitions.ts';
import { beginReissue } from '../../src/token/reissue-transitions.ts';
import { redeemCode } from '../../src/token/token-transitions.ts';
import {
  type ClaimsState,
  claimsEvents,
  claimsStates,
  type DeferredState,
  deferredEvents,
  type PlaceState,
  placeEvents,
} from './issuance-events.ts';
import {
  accepted,
  attempt,
  given,
  grant,
  NOW,
  nextCredential,
  progresses,
  pushed,
  redemption,
  request,
  session,
  TOKEN,
} from './issuance-given.ts';

type Step = (session: IssuanceSession) => { readonly document: SessionDocument };

/** A step as far as it changes that member; a refusal changes nothing. */
function changing(
  member: (document: SessionDocument) => unknown,
  step: Step,
  before: (plain: IssuanceSession) => IssuanceSession = (plain) => plain,
): Tried<IssuanceSession> {
  return (plain) => {
    try {
      const start = before(plain);
      const { document } = step(start);
      return member(document) === member(start) ? plain : (document as IssuanceSession);
    } catch (error) {
      if (error instanceof ProtocolError) return plain;
      throw error;
    }
  };
}

// Claims of a webhook

const requestId = attempt.requestId;
const base = { requestId, deadline: NOW + 9_000_000 };
const claimed: Record<ClaimsState, SessionClaims | undefined> = {
  none: undefined,
  expected: { ...base, state: 'expected' },
  answered: { ...base, state: 'answered', answer: 'ANSWER' },
  ready: { ...base, state: 'ready', answer: 'ANSWER' },
  failed: { ...base, state: 'failed', reason: 'claims_unavailable' },
};
const withToken = given('token_issued', {
  progress: { state: 'token_issued', grant: { ...grant, requestId } },
});
const withClaims = (claims: SessionClaims | undefined): IssuanceSession =>
  session(withToken, claims === undefined ? {} : { claims });
const authorized = (plain: IssuanceSession): IssuanceSession => ({
  ...plain,
  issuance: given('authorized', { progress: { ...progresses.authorized, attempt } }),
});
const issued = (plain: IssuanceSession): IssuanceSession => ({
  ...plain,
  tidyAt: NOW - 1,
  issuance: given('issued', { progress: { state: 'issued', grant: { ...grant, requestId } } }),
});
const settle =
  (good: boolean, now: number): Step =>
  (one) =>
    settleClaims(one, { checked: { answer: 'ANSWER', good }, now });
const claims = (step: Step, before?: (plain: IssuanceSession) => IssuanceSession): Tried<IssuanceSession> =>
  changing((document) => document.claims, step, before);
/** Claims arrive only after it has started. */
const empty = (plain: IssuanceSession): IssuanceSession =>
  plain.claims === undefined ? { ...plain, issuance: given('created', { flow: 'refresh_token' }) } : plain;
const nextRequest = { ...attempt, requestId: 'next' };

test('claims of a webhook', () => {
  assert.deepEqual(Object.keys(claimed), Object.keys(claimsStates));
  assertStateTable({
    table: claimsEvents,
    given: Object.fromEntries(Object.entries(claimed).map(([state, one]) => [state, withClaims(one)])) as Record<
      ClaimsState,
      IssuanceSession
    >,
    stateOf: (document): ClaimsState => document.claims?.state ?? 'none',
    events: {
      pushRequest: [claims((one) => pushRequest(one, pushed))],
      requirePresentation: [
        claims((one) => requirePresentation(one, { request, begun: { attempt: nextRequest } })),
        claims((one) => {
          const awaited = { deadline: NOW + 1, sealedWebhook: 's' };
          return requirePresentation(one, { request, begun: { attempt: nextRequest, claims: awaited } });
        }),
      ],
      redeemCode: [
        claims(
          (one) => redeemCode(one, { ...redemption, grant: () => ({ ...grant, requestId }), claimsUntil: NOW + 1 }),
          authorized,
        ),
      ],
      beginReissue: [
        claims((one) => {
          const awaited = { requestId, deadline: NOW + 1, sealedWebhook: 's' };
          return beginReissue(one, { handle: 'handle', grant, sealedRequest: '', claims: awaited });
        }, empty),
      ],
      answerClaims: [
        claims((one) => answerClaims(one, { requestId, answer: 'ANSWER', now: NOW })),
        claims((one) => answerClaims(one, { requestId, answer: 'ANSWER', now: base.deadline })),
      ],
      giveUpClaims: [claims((one) => giveUpClaims(one, { requestId, reason: 'claims_unavailable' }))],
      settleClaims: [claims(settle(true, NOW)), claims(settle(false, NOW)), claims(settle(true, base.deadline))],
      failIssuance: [claims((one) => failIssuance(one, { reason: 'claims_invalid' }))],
      endByTime: [claims((one) => endByTime(one, NOW), issued)],
    },
  });
});

// Deferred credentials

const kept = { transactionHash: 't', configurationId: 'pid', sealedKeys: 'k' };
const delivered = { ...kept, delivered: { sealedAnswer: 'a', notificationId: 'n1' } };
const deferring = (deferred: typeof kept | undefined): IssuanceSession =>
  session(given('issued', deferred === undefined ? {} : { deferred: [deferred] }), { tidyAt: NOW - 1 });
const deferredOf = ({ issuance }: SessionDocument) => issuance?.deferred?.[0];
const deferral = { tokenHash: TOKEN, now: NOW, deferred: { ...kept }, holders: ['h1'], most: 30 };
const answer = { transactionHash: 't', sealedAnswer: 'a', notificationId: 'n2', tokenHash: TOKEN, now: NOW, most: 30 };
const fresh = (plain: IssuanceSession): IssuanceSession => {
  const { deferred } = plain.issuance;
  return session(given('token_issued', deferred === undefined ? {} : { deferred }));
};

test('deferred credentials', () => {
  const part = (step: Step, before?: (plain: IssuanceSession) => IssuanceSession): Tried<IssuanceSession> =>
    changing(deferredOf, step, before);
  assertStateTable({
    table: deferredEvents,
    given: { none: deferring(undefined), kept: deferring(kept), delivered: deferring(delivered) },
    stateOf: (document): DeferredState => {
      const one = deferredOf(document);
      return one === undefined ? 'none' : one.delivered === undefined ? 'kept' : 'delivered';
    },
    events: {
      deferRequest: [part((one) => deferRequest(one, deferral))],
      deliverDeferred: [part((one) => deliverDeferred(one, { ...answer, credentials: [nextCredential] }))],
      recordNotification: [part((one) => recordNotification(one, accepted))],
      pushRequest: [part((one) => pushRequest(one, pushed), fresh)],
      requirePresentation: [part((one) => requirePresentation(one, { request, begun: { attempt } }), fresh)],
      endByTime: [part((one) => endByTime(one, NOW))],
    },
  });
});

// Places of an offer for several wallets

const placed = (place?: Partial<RedemptionPlace>): IssuanceSession => {
  const places = place === undefined ? [] : [{ session: 's1', holder: 'me', until: NOW + 1000, ...place }];
  return session(given('created', { redemptions: { limit: 2, used: 0, places } }));
};

test('places of an offer for several wallets', () => {
  const part = (step: Step): Tried<IssuanceSession> => changing(({ issuance }) => issuance?.redemptions, step);
  assertStateTable({
    table: placeEvents,
    given: { free: placed(), held: placed({}), past: placed({ until: NOW }), redeemed: placed({ redeemed: true }) },
    stateOf: ({ issuance }): PlaceState => {
      const [place] = issuance.redemptions?.places ?? [];
      if (place === undefined) return 'free';
      if (place.redeemed) return 'redeemed';
      return place.until > NOW ? 'held' : 'past';
    },
    events: {
      takePlace: [part((one) => takePlace(one, { session: 's1', holder: 'me', now: NOW, until: NOW + 1000 }))],
      redeemPlace: [part((one) => redeemPlace(one, 's1'))],
    },
  });
});
