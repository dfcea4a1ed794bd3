/**
 * The events of a presentation, one function per event: the new session, and the events that the same write publishes.
 * Each depends only on the state. If an event changes nothing, it returns the same document. Pure.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { AboutPeople } from '@countersign/shared/model/session/people';
import type { PresentationProgress, ResponseCode } from '@countersign/shared/model/session/presentation-part';
import { presentedUntil, withoutPresented } from '@countersign/shared/model/session/presented-claims';
import {
  announcement,
  isAnsweredBy,
  isExpiredOrSuperseded,
  isOpen,
  type PresentationSession,
  type PresentationTransition,
  type TakenAnswer,
  unannounced,
  withoutResponseKey,
  withPresentation,
} from './presentation-state.ts';

/**
 * Number of bad responses that ends a request: a bystander who saw the QR code must not be able to end it with one
 * POST.
 */
const MAX_FAILURES = 10;

/** Number of wrong response codes after which the right one is refused. */
const MAX_WRONG_CODES = 10;

/** The wallet has fetched the request object; the first fetch changes `created` to `requested`. */
export function fetchRequest(session: PresentationSession): PresentationTransition<undefined> {
  const { presentation } = session;
  if (presentation.progress.state !== 'created') return unannounced(session, undefined);
  return unannounced(withPresentation(session, { ...presentation, progress: { state: 'requested' } }), undefined);
}

export interface VerifiedAnswer extends TakenAnswer {
  /** Milliseconds. */
  readonly verifiedAt: number;
  readonly sealedCredentials: string;
  readonly presentationSession?: { readonly hash: string; readonly sealed: string };
}

/** `repeated`: the same response was accepted before. */
export type AcceptedAnswer = 'verified' | 'repeated' | 'already_answered' | 'expired';

/**
 * Accepts the wallet's verified response; only one is accepted.
 * @param now milliseconds
 * @param about the people who presented
 */
export function acceptAnswer(
  session: PresentationSession,
  answer: VerifiedAnswer,
  now: number,
  about: AboutPeople = {},
): PresentationTransition<AcceptedAnswer> {
  const { presentation } = session;
  if (isAnsweredBy(presentation, answer.answerHash)) return unannounced(session, 'repeated');
  if (!isOpen(presentation)) return unannounced(session, 'already_answered');
  if (isExpiredOrSuperseded(session, now)) return unannounced(session, 'expired');
  const { release: _, ...open } = presentation;
  // A form without a way back to the browser has no code that could release the presented claims.
  const answered = answer.responseCode === undefined ? open : presentation;
  const verified = withPresentation(
    { ...session, ...about },
    { ...answered, progress: { state: 'verified', ...answer } },
  );
  const until = earlier(answer.responseCode?.expiresAt, presentedUntil(verified.presentation));
  return {
    document: until === undefined ? verified : { ...verified, responseKeyUntil: until },
    result: 'verified',
    announces: [announcement(session, 'presentation.verified.v1')],
  };
}

export interface RefusedPresentation {
  readonly reason: string;
  /** Id of the credential query that it is about. */
  readonly credential?: string;
  /** The unsatisfied parts of the query, by its own paths. */
  readonly finding?: string;
}

/** A presentation failed verification. It is counted, and the tenth ends the request. */
export function refuseAnswer(
  session: PresentationSession,
  { reason, ...about }: RefusedPresentation,
): PresentationTransition<undefined> {
  const { presentation } = session;
  if (!isOpen(presentation)) return unannounced(session, undefined);
  const counted = countFailure(session);
  if (counted.presentation.failures >= MAX_FAILURES) return reject(counted, { reason, ...about }, reason);
  const { credential: _, finding: __, ...before } = requestedOf(presentation.progress);
  const progress: PresentationProgress = { ...before, state: 'requested', ...about, lastError: reason };
  return {
    document: withPresentation(session, { ...counted.presentation, progress }),
    result: undefined,
    announces: [announcement(session, 'presentation.refused.v1', { reason, credential: about.credential ?? '' })],
  };
}

export interface ReportedError {
  /** Code of the wallet. */
  readonly code: string;
  /** The code for events; unknown codes share one. */
  readonly knownCode: string;
  /** Encrypted: the wallet's free text. */
  readonly sealedDescription?: string;
  readonly answer: TakenAnswer;
  /** True if the user declined. */
  readonly endsRequest: boolean;
  /** True if only the `state` authenticated the error. It is counted as a bad response and doesn't end the request. */
  readonly counts: boolean;
}

/**
 * The wallet has reported an error (OpenID4VP 1.0, 8.5). Only counted errors are limited in number, so only these are
 * published.
 */
export function reportError(
  session: PresentationSession,
  { code, knownCode, sealedDescription, answer, endsRequest, counts }: ReportedError,
): PresentationTransition<'recorded' | 'repeated' | 'already_answered'> {
  const { presentation } = session;
  // A used code is invalid. While the request is open, the wallet gets a different one.
  const used = presentation.progress.state === 'requested' && presentation.progress.responseCode?.redeemed === true;
  if (isAnsweredBy(presentation, answer.answerHash) && !used) return unannounced(session, 'repeated');
  if (!isOpen(presentation)) return unannounced(session, 'already_answered');
  const next = counts ? countFailure(session) : session;
  if (counts ? next.presentation.failures >= MAX_FAILURES : endsRequest) {
    const why = { reason: code, ...(sealedDescription === undefined ? {} : { sealedDescription }), ...answer };
    return { ...reject(next, why, knownCode), result: 'recorded' };
  }
  const progress: PresentationProgress = { state: 'requested', lastError: code, ...answer };
  const document = withPresentation(session, { ...next.presentation, progress });
  if (!counts) return unannounced(document, 'recorded');
  const refused = announcement(session, 'presentation.refused.v1', { reason: knownCode, credential: '' });
  return { document, result: 'recorded', announces: [refused] };
}

/**
 * The backend has redeemed the `response_code`, which is accepted once (13.3). If it releases the presented claims, the
 * same write announces that. An intermediary hands them over with the reply, and without a webhook the same write
 * erases them. Wrong codes are counted while the right one can be redeemed.
 * @param hash of the code
 * @param now milliseconds
 */
export function redeemCode(
  session: PresentationSession,
  hash: string,
  now: number,
): PresentationTransition<'redeemed' | 'wrong_or_used'> {
  const { presentation, webhooks } = session;
  const { progress, release } = presentation;
  const code = progress.state === 'created' ? undefined : progress.responseCode;
  if (code === undefined || !isRedeemable(code, now)) return unannounced(session, 'wrong_or_used');
  const withCode = (responseCode: ResponseCode): PresentationSession => ({
    ...session,
    presentation: { ...presentation, progress: { ...progress, responseCode } as PresentationProgress },
  });
  if (!sameHash(code.hash, hash)) {
    return unannounced(withCode({ ...code, wrong: (code.wrong ?? 0) + 1 }), 'wrong_or_used');
  }
  const used = withCode({ ...code, redeemed: true }).presentation;
  const isLast = presentation.eraseAfter !== undefined && webhooks?.result === undefined;
  const redeemed = withPresentation(session, isLast ? withoutPresented(used) : used);
  if (release === undefined || progress.state !== 'verified') return unannounced(redeemed, 'redeemed');
  return { document: redeemed, result: 'redeemed', announces: [announcement(session, 'presentation.released.v1')] };
}

function isRedeemable(
  { redeemed, wrong = 0, expiresAt = Number.POSITIVE_INFINITY }: ResponseCode,
  now: number,
): boolean {
  return !redeemed && wrong < MAX_WRONG_CODES && now < expiresAt;
}

/**
 * The request has reached its end: it expires unless a response ended it, and its key is erased in any case. An
 * issuance keeps its status and may start again with a different request. Presented claims are erased if their response
 * code was not redeemed in time.
 * @param now milliseconds
 */
export function expireRequest(session: PresentationSession, now: number): PresentationTransition<undefined> {
  const { presentation, responseKeyUntil = now } = session;
  if (responseKeyUntil >= now) return unannounced(session, undefined);
  const { progress } = presentation;
  switch (progress.state) {
    case 'created':
    case 'requested':
      return {
        document: withPresentation(session, { ...presentation, progress: { ...progress, state: 'expired' } }),
        result: undefined,
        announces: [announcement(session, 'presentation.expired.v1')],
      };
    case 'verified':
      return unannounced(afterTime(session, now), undefined);
    case 'rejected':
    case 'expired':
      return unannounced(withoutResponseKey(session), undefined);
    default:
      return progress satisfies never;
  }
}

/** Without presented claims whose time is over. An intermediary's may have another end: then they stay until that. */
function afterTime(session: PresentationSession, now: number): PresentationSession {
  const { presentation } = session;
  const { progress, release } = presentation;
  const until = presentedUntil(presentation);
  const isWithheld = release !== undefined && progress.state === 'verified' && progress.responseCode?.redeemed !== true;
  if (isWithheld || (until !== undefined && now >= until)) {
    return withoutResponseKey({ ...session, presentation: withoutPresented(presentation) });
  }
  return until === undefined ? withoutResponseKey(session) : { ...session, responseKeyUntil: until };
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** Why a request ends without a wallet's response: its backend cancels it, or the store was restored from a backup that lacks a response. */
export type Closed = 'cancelled' | 'restored';

/** Ends an open request. Of a cancellation and a response the first write wins. @returns result: whether it was open */
export function closeRequest(
  session: PresentationSession,
  reason: Closed,
  now: number,
): PresentationTransition<boolean> {
  if (!isOpen(session.presentation) || isExpiredOrSuperseded(session, now)) return unannounced(session, false);
  return { ...reject(session, { reason }, reason), result: true };
}

type Rejection = Omit<PresentationProgress & { readonly state: 'rejected' }, 'state'>;

/** Ends a request. @param published the reason in the event */
function reject(
  session: PresentationSession,
  rejection: Rejection,
  published: string,
): PresentationTransition<undefined> {
  const progress = { state: 'rejected', ...rejection } as const;
  return {
    document: withPresentation(session, { ...session.presentation, progress }),
    result: undefined,
    announces: [announcement(session, 'presentation.rejected.v1', { reason: published })],
  };
}

function countFailure(session: PresentationSession): PresentationSession {
  const { presentation } = session;
  return { ...session, presentation: { ...presentation, failures: presentation.failures + 1 } };
}

type Requested = PresentationProgress & { readonly state: 'requested' | 'expired' };

/** The fields of earlier errors. */
function requestedOf(progress: PresentationProgress): Requested {
  return progress.state === 'requested' ? progress : { state: 'requested' };
}
