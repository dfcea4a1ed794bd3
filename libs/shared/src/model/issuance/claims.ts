/**
 * The claims that a webhook gives for one presentation request: every state and every transition. The issuer begins the
 * wait and decides on the answer; the webhook dispatcher stores the answer, or the end of its tries. Pure.
 */
import type { AnnouncedTransition, Announcement } from '../announcement.ts';
import { currentClaims } from '../issuance-attempt.ts';
import type { SessionClaims, SessionDocument } from '../sessions.ts';
import type { Grant } from './issuance-part.ts';

type ClaimsIn<S extends SessionClaims['state']> = SessionClaims & { readonly state: S };
export type FailedClaims = ClaimsIn<'failed'>;

/**
 * Claims that are waited for. Written before a wallet can present: from then on no credential is made of other claims.
 * @param deadline milliseconds
 */
export function awaitedClaims(requestId: string, deadline: number): SessionClaims {
  return { requestId, deadline, state: 'expected' };
}

/** Milliseconds before the end of the token that are left for the wallet to fetch what has arrived. */
const LEFT_FOR_WALLET = 30_000;

/**
 * The deadline when the token is given: the webhook has as long as it has from now, but no longer than the token can be used.
 * @param until milliseconds: the deadline counted from now
 * @returns undefined where the claims of the token are not waited for
 */
export function claimsWithinToken(
  { claims }: SessionDocument,
  grant: Pick<Grant, 'requestId' | 'expiresAt'>,
  until: number,
): SessionClaims | undefined {
  if (claims?.state !== 'expected' || claims.requestId !== grant.requestId) return undefined;
  const latest = Math.min(until, grant.expiresAt - LEFT_FOR_WALLET);
  return { ...claims, deadline: Math.min(claims.deadline, latest) };
}

/** What a check of an answer has found. */
export interface CheckedAnswer {
  /** The sealed answer that was checked. */
  readonly answer: string;
  readonly good: boolean;
  /** What does not fit, sealed for the backend. */
  readonly sealedDescription?: string;
}

/**
 * The claims of the present attempt when somebody looks at them: late ones have failed, an answer is good or has failed.
 * @param now milliseconds
 * @returns undefined where nothing is due: no claims, time left, or another answer than the one that was checked
 */
export function dueClaims(
  session: SessionDocument,
  checked: CheckedAnswer | undefined,
  now: number,
): ClaimsIn<'ready' | 'failed'> | undefined {
  const claims = currentClaims(session);
  switch (claims?.state) {
    case undefined:
    case 'ready':
      return undefined;
    case 'expected':
      return now >= claims.deadline ? failedClaims(claims, 'claims_deadline') : undefined;
    case 'answered':
      // Who reads another answer than the one that was checked checks that one.
      if (checked === undefined || checked.answer !== claims.answer) return undefined;
      return checked.good ? { ...claims, state: 'ready' } : failedClaims(claims, 'claims_invalid');
    case 'failed':
      return claims;
  }
}

/** Claims that are given for nothing any more, without their answer. */
export function failedClaims({ requestId, deadline }: SessionClaims, reason: string): FailedClaims {
  return { requestId, deadline, state: 'failed', reason };
}

/** The claims of an issuance that has ended: no answer is kept, and one that comes is not stored. */
export function claimsOfEnded(claims: SessionClaims): SessionClaims {
  const { requestId, deadline, state } = claims;
  switch (state) {
    case 'failed':
      return claims;
    case 'ready':
      return { requestId, deadline, state };
    case 'expected':
    case 'answered':
      return failedClaims(claims, 'issuance_ended');
  }
}

/** The answer of the webhook to the claims request of a presentation. */
export interface ClaimsAnswer {
  readonly requestId: string;
  /** Sealed (context `session/<id>/claims`). */
  readonly answer: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Stores the answer, once; one that comes at the deadline or after it ends the wait instead. */
export function answerClaims(
  session: SessionDocument,
  { requestId, answer, now }: ClaimsAnswer,
): AnnouncedTransition<SessionDocument> {
  const claims = expectedClaims(session, requestId);
  if (claims === undefined) return unmoved(session);
  if (now >= claims.deadline) return giveUpClaims(session, { requestId, reason: 'claims_deadline' });
  const answered: SessionClaims = { ...claims, state: 'answered', answer };
  return settled(session, answered, { type: 'webhook.answered.v1', data: { request: requestId } });
}

/** Ends the wait for claims: no other ones are issued then. */
export function giveUpClaims(
  session: SessionDocument,
  { requestId, reason }: { readonly requestId: string; readonly reason: string },
): AnnouncedTransition<SessionDocument> {
  const claims = expectedClaims(session, requestId);
  if (claims === undefined) return unmoved(session);
  return settled(session, failedClaims(claims, reason), {
    type: 'webhook.gave-up.v1',
    data: { request: requestId, reason },
  });
}

function expectedClaims({ claims }: SessionDocument, requestId: string): ClaimsIn<'expected'> | undefined {
  return claims?.state === 'expected' && claims.requestId === requestId ? claims : undefined;
}

function settled(
  session: SessionDocument,
  claims: SessionClaims,
  announcement: Announcement,
): AnnouncedTransition<SessionDocument> {
  return { document: { ...session, claims }, announces: [announcement], result: undefined };
}

function unmoved(session: SessionDocument): AnnouncedTransition<SessionDocument> {
  return { document: session, announces: [], result: undefined };
}
