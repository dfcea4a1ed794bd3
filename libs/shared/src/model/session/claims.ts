/**
 * The claims that a webhook provides for one presentation request: every state and every transition. The issuer starts
 * the wait and decides on the response. The webhook dispatcher stores the response, or that all attempts failed. Pure.
 */
import type { AnnouncedTransition, Announcement } from './announcement.ts';
import { currentClaims } from './issuance-attempt.ts';
import type { Grant } from './issuance-part.ts';
import type { SessionClaims, SessionDocument } from './sessions.ts';

type ClaimsIn<S extends SessionClaims['state']> = SessionClaims & { readonly state: S };
export type FailedClaims = ClaimsIn<'failed'>;

/**
 * The state of expected claims. Written before a wallet can present. After that, credentials contain only these claims.
 * @param deadline milliseconds
 */
export function awaitedClaims(requestId: string, deadline: number): SessionClaims {
  return { requestId, deadline, state: 'expected' };
}

/** Milliseconds before the end of the token, or of the wait for a later one, reserved for the wallet to fetch its credentials. */
const LEFT_FOR_WALLET = 30_000;

/**
 * Sets the deadline when the token is issued: the webhook's time is counted from now, but ends before the token.
 * @param until milliseconds: the deadline counted from now
 * @returns undefined if the token does not wait for claims
 */
export function claimsWithinToken(
  { claims }: SessionDocument,
  grant: Pick<Grant, 'requestId' | 'expiresAt' | 'waitsUntil'>,
  until: number,
): SessionClaims | undefined {
  if (claims?.state !== 'expected' || claims.requestId !== grant.requestId) return undefined;
  return { ...claims, deadline: Math.min(claims.deadline, claimsEndFor(grant, until)) };
}

/** The deadline of claims for a token, milliseconds. @param until the latest one */
export function claimsEndFor(
  { waitsUntil, expiresAt }: Pick<Grant, 'expiresAt' | 'waitsUntil'>,
  until: number,
): number {
  return Math.min(until, (waitsUntil ?? expiresAt) - LEFT_FOR_WALLET);
}

/** The result of checking a response. */
export interface CheckedAnswer {
  /** The encrypted response that was checked. */
  readonly answer: string;
  readonly good: boolean;
  /** What doesn't match, encrypted for the backend. */
  readonly sealedDescription?: string;
}

/**
 * The state of the current attempt's claims, given the clock and the check: late claims have failed, a response is
 * ready or has failed.
 * @param now milliseconds
 * @returns undefined if nothing changes: no claims, time left, or a different response from the checked one
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
      // A response other than the checked one must be checked first.
      if (checked === undefined || checked.answer !== claims.answer) return undefined;
      return checked.good ? { ...claims, state: 'ready' } : failedClaims(claims, 'claims_invalid');
    case 'failed':
      return claims;
  }
}

/** Failed claims, without their response. */
export function failedClaims({ requestId, deadline }: SessionClaims, reason: string): FailedClaims {
  return { requestId, deadline, state: 'failed', reason };
}

/** The claims of an ended issuance: no response is kept, and a late one is not stored. */
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

/** The webhook's response to the claims request of a presentation. */
export interface ClaimsAnswer {
  readonly requestId: string;
  /** Sealed (context `session/<id>/claims`). */
  readonly answer: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Stores the response, once. A response at the deadline or later ends the wait instead. */
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

/** Ends the wait for claims: no credential is issued without them. */
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
