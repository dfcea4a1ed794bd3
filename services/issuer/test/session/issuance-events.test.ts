/** Every event in every state results in the state that the tables in docs/reference/states.md show. */
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type {
  IssuancePart,
  IssuanceState,
  PresentationAttempt,
  RequiredSignIn,
} from '@countersign/shared/model/session/issuance-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { assertStateTable, type Tried } from '@countersign/shared/test/model/state-table-check';
import { declinePresentation, followPresentation } from '../../src/authorize/browser-transitions.ts';
import { answerChallenge } from '../../src/authorize/challenge-transitions.ts';
import * as credentials from '../../src/credential/credential-transitions.ts';
import * as authorization from '../../src/session/authorization-transitions.ts';
import * as ending from '../../src/session/ending-transitions.ts';
import { acceptExternalToken } from '../../src/session/external-token-transitions.ts';
import type { IssuanceSession, IssuanceTransition } from '../../src/session/issuance-transition.ts';
import { awaitProvider } from '../../src/session/provider-transitions.ts';
import { redeemPlace, takePlace } from '../../src/session/redemption-transitions.ts';
import * as signIn from '../../src/session/sign-in-transitions.ts';
import { addToken, beginReissue } from '../../src/token/reissue-transitions.ts';
import {
  MAX_TX_CODE_FAILURES,
  recordCodeReuse,
  redeemCode,
  redeemPreAuthorizedCode,
} from '../../src/token/token-transitions.ts';
import { issuanceEvents } from './issuance-events.ts';
import {
  accepted,
  attempt,
  challengeAnswer,
  given,
  grant,
  NOW,
  nextCredential,
  OTHER_JKT,
  PRE_AUTHORIZED,
  presentation,
  progresses,
  pushed,
  redemption,
  repeated,
  request,
  session,
  sha256,
  TOKEN,
  authorization as uri,
} from './issuance-given.ts';

const withRequest = { ...grant, external: true as const, requestId: attempt.requestId, refreshId: 'r' };

/** A session in each state. Attempt and token are authorized by one presentation, whose claims a webhook provides. */
const inEachState: Record<IssuanceState, IssuanceSession> = {
  created: session(given('created')),
  pushed: session(given('pushed')),
  presentation_required: session(given('presentation_required')),
  authorized: session(given('authorized', { progress: { ...progresses.authorized, attempt } })),
  token_issued: session(given('token_issued', { progress: { state: 'token_issued', grant: withRequest } })),
  issued: session(given('issued', { progress: { state: 'issued', grant: withRequest } })),
  completed: session(given('completed', { progress: { state: 'completed', grant: withRequest, claimsKept: true } })),
  exhausted: session(given('exhausted')),
  failed: session(given('failed with a token')),
  expired: session(given('expired')),
};

type Step = (session: IssuanceSession) => IssuanceTransition<unknown>;
type Setting = Partial<Pick<SessionDocument, 'presentation' | 'claims' | 'tidyAt' | 'expiresAt'>> & {
  readonly part?: Partial<IssuancePart>;
  readonly channel?: PresentationAttempt['channel'];
};

/** A step in a session that has this too. A refusal writes nothing. */
function when(step: Step, { part, channel, ...setting }: Setting = {}): Tried<IssuanceSession> {
  return (plain) => {
    const issuance = { ...plain.issuance, ...part, progress: through(plain.issuance.progress, channel) };
    const before = { ...plain, ...setting, issuance };
    try {
      const { document } = step(before);
      return document === before ? plain : document;
    } catch (error) {
      if (error instanceof ProtocolError) return plain;
      throw error;
    }
  };
}

const external = {
  issuerStateHash: PRE_AUTHORIZED,
  grant: { ...grant, tokenHash: 'next', external: true as const },
  now: NOW,
};
const attemptAtProvider = { stateHash: 's', sealed: '' };
const signedIn = { browserHash: 'b', now: NOW, requestUriHash: uri.requestUriHash };

/** A step in a session whose page asks a browser to sign in. */
function whenAsked(step: Step, required: RequiredSignIn = {}): Tried<IssuanceSession> {
  return (plain) => {
    const { progress } = plain.issuance;
    const asked =
      progress.state === 'pushed'
        ? { ...progress, signIn: { browserHash: 'b', attempt: attemptAtProvider } }
        : progress;
    const before = { ...plain, issuance: { ...plain.issuance, progress: asked, signIn: required } };
    try {
      const { document } = step(before);
      return document === before ? plain : document;
    } catch (error) {
      if (error instanceof ProtocolError) return plain;
      throw error;
    }
  };
}

function through(
  progress: IssuancePart['progress'],
  channel: PresentationAttempt['channel'] = 'challenge',
): IssuancePart['progress'] {
  return 'attempt' in progress && progress.attempt !== undefined
    ? { ...progress, attempt: { ...progress.attempt, channel } }
    : progress;
}

const rejected = { ...presentation, progress: { state: 'rejected', reason: 'access_denied' } } as const;
const open = { ...presentation, progress: { state: 'requested' } } as const;
const claims = { requestId: attempt.requestId, deadline: NOW + 1000, state: 'answered', answer: 'ANSWER' } as const;
const deferred = { transactionHash: 't', configurationId: 'pid', sealedKeys: 'k' };
const answered = { tokenHash: TOKEN, now: NOW, credentials: [nextCredential], most: 30 };
const follow: Step = (one) =>
  followPresentation(one, { ...uri, referenceHash: attempt.sessionHash, codeHash: sha256('c') });
const challenge: Step = (one) => answerChallenge(one, challengeAnswer);
const settle =
  (good: boolean): Step =>
  (one) =>
    ending.settleClaims(one, { checked: { answer: 'ANSWER', good }, now: NOW });
const preAuthorized =
  (txCodeHash: string): Step =>
  (one) =>
    redeemPreAuthorizedCode(one, { codeHash: PRE_AUTHORIZED, txCodeHash, now: NOW, grant });
const txCode = (failures: number): Setting => ({
  part: { flow: 'pre_authorized_code', txCode: { hash: sha256('1234'), failures } },
});
/** Like `when`, in an offer for several wallets, which has only these states. */
function ofOffer(step: Step, limit: number): Tried<IssuanceSession> {
  return (plain) => {
    const { state } = plain.issuance.progress;
    if (state !== 'created' && state !== 'exhausted' && state !== 'failed' && state !== 'expired') return plain;
    const place = { session: 'redeems', holder: 'h', until: NOW + 1 };
    const places = [state === 'exhausted' ? { ...place, redeemed: true as const } : place];
    return when(step, { part: { redemptions: { limit, used: 0, places } } })(plain);
  };
}
/** A grant for which no webhook was asked. */
const askProvider: Tried<IssuanceSession> = (plain) => {
  const { progress } = plain.issuance;
  if (!('grant' in progress) || progress.grant === undefined) return plain;
  const { requestId: _, ...unasked } = progress.grant;
  const before = {
    ...plain,
    issuance: { ...plain.issuance, progress: { ...progress, grant: unasked } },
  } as IssuanceSession;
  const { document } = awaitProvider(before, { requestId: 'q', sealedWebhook: 'w', until: NOW + 1 });
  return document === before ? plain : document;
};
const refreshed: Step = (one) =>
  addToken(one, { refreshId: 'r', token: { tokenHash: sha256('next'), expiresAt: NOW + 300_000 }, now: NOW });
const reissue: Step = (one) => beginReissue(one, { handle: 'handle', grant, sealedRequest: '' });
const redeem: Step = (one) => redeemPlace(one, 'redeems');

test('issuance', () => {
  assertStateTable({
    table: issuanceEvents,
    given: inEachState,
    stateOf: ({ issuance }) => issuance.progress.state,
    events: {
      pushRequest: [when((one) => authorization.pushRequest(one, pushed))],
      requirePresentation: [when((one) => authorization.requirePresentation(one, { request, begun: { attempt } }))],
      authorize: [
        when((one) => authorization.authorize(one, uri)),
        when((one) => authorization.authorize(one, { ...uri, now: NOW + 60_000 })),
      ],
      authorizeAfterPresentation: [when((one) => authorization.authorizeAfterPresentation(one, uri, { attempt }))],
      askToSignIn: [when((one) => signIn.askToSignIn(one, { ...uri, browserHash: 'b', until: NOW + 600_000 }))],
      beginSignIn: [whenAsked((one) => signIn.beginSignIn(one, { browserHash: 'b', now: NOW }, attemptAtProvider))],
      takeSignIn: [whenAsked((one) => signIn.takeSignIn(one, { browserHash: 'b', now: NOW, stateHash: 's' }))],
      completeSignIn: [
        whenAsked((one) => signIn.completeSignIn(one, { ...signedIn, codeHash: 'c', codeExpiresAt: NOW })),
      ],
      refuseSignIn: [whenAsked((one) => signIn.refuseSignIn(one, signedIn))],
      declineSignIn: [
        whenAsked((one) => signIn.declineSignIn(one, signedIn)),
        whenAsked((one) => signIn.declineSignIn(one, signedIn), { walletInitiated: true }),
      ],
      declinePresentation: [
        when((one) => declinePresentation(one, { referenceHash: attempt.sessionHash, now: NOW }), {
          channel: 'browser',
        }),
        when((one) => declinePresentation(one, { referenceHash: attempt.sessionHash, now: NOW })),
      ],
      answerChallenge: [
        when(challenge, { presentation }),
        when(challenge, { presentation: rejected }),
        when(challenge, { presentation: open }),
      ],
      followPresentation: [
        when(follow, { presentation, channel: 'browser' }),
        when(follow, { presentation: rejected, channel: 'browser' }),
        when(follow, { presentation: open, channel: 'browser' }),
        when(follow, { presentation }),
      ],
      redeemCode: [
        when((one) => redeemCode(one, redemption)),
        when((one) => redeemCode(one, { ...redemption, now: NOW + 60_000 })),
      ],
      acceptExternalToken: [when((one) => acceptExternalToken(one, external))],
      recordCodeReuse: [
        when((one) => recordCodeReuse(one, repeated)),
        when((one) => recordCodeReuse(one, { ...repeated, dpopJkt: OTHER_JKT })),
      ],
      redeemPreAuthorizedCode: [
        when(preAuthorized(sha256('1234')), txCode(0)),
        when(preAuthorized(sha256('0000')), txCode(0)),
        when(preAuthorized(sha256('0000')), txCode(MAX_TX_CODE_FAILURES - 1)),
      ],
      recordCredentials: [when((one) => credentials.recordCredentials(one, answered))],
      deferRequest: [
        when((one) =>
          credentials.deferRequest(one, { tokenHash: TOKEN, now: NOW, deferred, holders: ['h1'], most: 30 }),
        ),
      ],
      deliverDeferred: [
        when(
          (one) =>
            credentials.deliverDeferred(one, {
              ...answered,
              transactionHash: 't',
              sealedAnswer: 'a',
              notificationId: 'n2',
            }),
          { part: { deferred: [deferred] } },
        ),
      ],
      recordNotification: [
        when((one) => credentials.recordNotification(one, accepted)),
        when((one) => credentials.recordNotification(one, { ...accepted, event: 'credential_deleted' })),
      ],
      settleClaims: [when(settle(true), { claims }), when(settle(false), { claims })],
      failIssuance: [when((one) => ending.failIssuance(one, { reason: 'claims_invalid' }), { claims })],
      endRejected: [when(ending.endRejected, { presentation: rejected }), when(ending.endRejected, { presentation })],
      endByTime: [
        when((one) => ending.endByTime(one, NOW), { tidyAt: NOW - 1 }),
        when((one) => ending.endByTime(one, NOW), { tidyAt: NOW }),
      ],
      cancelIssuance: [when((one) => ending.cancelIssuance(one, NOW))],
      endRestored: [when((one) => ending.endRestored(one, NOW))],
      awaitProvider: [askProvider],
      addToken: [when(refreshed)],
      beginReissue: [when(reissue), when(reissue, { part: { flow: 'refresh_token' } })],
      takePlace: [
        ofOffer((one) => takePlace(one, { session: 'new', now: NOW, until: NOW + 1 }), 2),
        ofOffer((one) => takePlace(one, { session: 'new', now: NOW, until: NOW + 1 }), 1),
      ],
      redeemPlace: [ofOffer(redeem, 2), ofOffer(redeem, 1)],
    },
  });
});
