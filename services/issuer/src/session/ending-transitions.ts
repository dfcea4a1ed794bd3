/** Ends of an issuance without a credential: failure, rejected presentation, missing claims, expiry, restore. Pure. */
import type { Announcement } from '@countersign/shared/model/session/announcement';
import {
  type CheckedAnswer,
  dueClaims,
  type FailedClaims,
  failedClaims,
} from '@countersign/shared/model/session/claims';
import { attemptOf, currentClaims } from '@countersign/shared/model/session/issuance-attempt';
import type { IssuancePart, IssuanceProgress, WaitingBrowser } from '@countersign/shared/model/session/issuance-part';
import { endOfUse, expiryOf } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { grantOf, waitingBrowser, withRevokedGrant } from './grant.ts';
import { type IssuanceSession, type IssuanceTransition, moved, unmoved, withResult } from './issuance-transition.ts';
import { withoutPastAnswers } from './personal-data.ts';
import { presentationOf } from './presentation-proven.ts';

export interface Failure {
  readonly reason: string;
  /** Details of the reason, sealed for the backend. */
  readonly sealedDescription?: string | undefined;
}

/** Ends an issuance and its expected claims in one write. An issuance that has issued a credential never fails. */
export function failIssuance(session: IssuanceSession, failure: Failure): IssuanceTransition {
  const claims = currentClaims(session);
  return claims === undefined || claims.state === 'failed'
    ? failed(session, failure)
    : failed(session, failure, failedClaims(claims, failure.reason));
}

function failed(session: IssuanceSession, failure: Failure, claims?: FailedClaims): IssuanceTransition {
  const issuance = failedPart(session.issuance, failure);
  return moved(session, {
    issuance,
    announces: issuance === session.issuance ? [] : [failedAnnouncement(failure.reason)],
    ...(claims === undefined || claims === session.claims ? {} : { claims }),
  });
}

/** The part with its failure; the same part if a credential was issued or the issuance has ended. */
function failedPart(part: IssuancePart, { reason, sealedDescription }: Failure): IssuancePart {
  if (part.credentials.length > 0 || isUnchangedByFailure(part.progress)) return part;
  const { progress } = part;
  const grant = grantOf(progress);
  const description = sealedDescription === undefined ? {} : { sealedDescription };
  const token = grant === undefined ? {} : { grant };
  return { ...part, progress: { state: 'failed', reason, ...description, ...token, ...keptBrowser(progress) } };
}

/** True in the states that a failure does not change. */
function isUnchangedByFailure({ state }: IssuanceProgress): boolean {
  switch (state) {
    case 'exhausted':
    case 'failed':
    case 'expired':
      return true;
    case 'created':
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
    case 'token_issued':
    case 'issued':
    case 'completed':
      return false;
  }
}

/**
 * Decides on a webhook's claims: a valid response is ready; an invalid or missing one ends the issuance.
 * @param now milliseconds
 */
export function settleClaims(
  session: IssuanceSession,
  { checked, now }: { readonly checked: CheckedAnswer | undefined; readonly now: number },
): IssuanceTransition {
  const due = dueClaims(session, checked, now);
  if (due === undefined) return unmoved(session);
  if (due.state !== 'failed') return moved(session, { issuance: session.issuance, claims: due });
  // Set only if this response ends the issuance.
  const sealedDescription = session.claims?.state === 'answered' ? checked?.sealedDescription : undefined;
  return failed(session, { reason: due.reason, sealedDescription }, due);
}

/**
 * Ends an issuance whose presentation was rejected. It reads the document, because the verifier's event may be late or
 * lost.
 * @returns true if the current attempt's presentation was rejected
 */
export function endRejected(session: IssuanceSession): IssuanceTransition<boolean> {
  const { issuance, presentation } = session;
  const attempt = issuance.progress.state === 'presentation_required' ? attemptOf(issuance) : undefined;
  if (attempt === undefined || presentationOf(attempt, presentation)?.state !== 'rejected') {
    return withResult(unmoved(session), false);
  }
  return withResult(failIssuance(session, { reason: 'presentation_rejected' }), true);
}

/**
 * Records an expiry: an expired issuance becomes `expired`, an issuance whose token has expired loses its claims, and a
 * response that is no longer repeated is erased.
 * @param now milliseconds; a concurrent write may have given the session a later expiry
 */
export function endByTime(session: IssuanceSession, now: number): IssuanceTransition {
  const { issuance, tidyAt } = session;
  if (tidyAt === undefined || tidyAt >= now) return unmoved(session);
  if (expiryOf(session) !== undefined) {
    return moved(session, {
      issuance: { ...issuance, progress: { state: 'expired', ...keptBrowser(issuance.progress) } },
      // An offer with several redemptions publishes no event: the session of each redemption publishes its own.
      announces: issuance.redemptions === undefined ? [failedAnnouncement('expired')] : [],
    });
  }
  const { progress } = issuance;
  if (progress.state !== 'issued' && progress.state !== 'completed') return unmoved(session);
  const repeated = withoutPastAnswers(issuance, now);
  if (repeated !== issuance && (endOfUse(session) ?? 0) > now) return moved(session, { issuance: repeated });
  const { state } = progress;
  // Revoked, so that a replica whose clock is behind does not issue without the erased claims.
  const grant = { ...progress.grant, revoked: true as const };
  return moved(session, { issuance: { ...issuance, progress: { state, grant } }, erase: true });
}

/** Reason of an issuance that a restore has ended. */
export const RESTORED = 'restored';

/**
 * After the restore of a backup, codes and tokens used after the backup look unused. An issuance without a credential
 * fails. An issuance with one loses its token. An expired one stays unchanged.
 * @param now milliseconds
 * @returns what was ended; undefined if nothing was open
 */
export function endRestored(session: IssuanceSession, now: number): IssuanceTransition<'failed' | 'token' | undefined> {
  const { issuance } = session;
  if (usableUntil(session) <= now) return withResult(unmoved(session), undefined);
  const { progress } = issuance;
  if (progress.state === 'issued' || progress.state === 'completed') {
    return withResult(moved(session, { issuance: { ...issuance, progress: withRevokedGrant(progress) } }), 'token');
  }
  return withResult(failIssuance(session, { reason: RESTORED }), 'failed');
}

/** Reason of an issuance that its backend has cancelled. */
export const CANCELLED = 'cancelled';

/** `redeemed`: a wallet has a token, or took a slot of the offer and received one. */
export type Cancellation = 'cancelled' | 'redeemed' | 'ended';

/**
 * The backend takes an offer back. Of a cancellation and a redemption the first write wins.
 * @param now milliseconds
 */
export function cancelIssuance(session: IssuanceSession, now: number): IssuanceTransition<Cancellation> {
  const { state } = session.issuance.progress;
  if (state === 'token_issued' || state === 'issued' || state === 'completed') {
    return withResult(unmoved(session), 'redeemed');
  }
  if (usableUntil(session) <= now) return withResult(unmoved(session), 'ended');
  return withResult(failIssuance(session, { reason: CANCELLED }), 'cancelled');
}

/** The time (milliseconds) until which its offer, code or token is valid; 0 without one. */
function usableUntil({
  issuance: { progress },
  expiresAt: offer,
}: Pick<SessionDocument, 'expiresAt'> & { readonly issuance: IssuancePart }): number {
  switch (progress.state) {
    case 'created':
      return offer;
    case 'pushed':
    case 'authorized':
      return Math.max(offer, progress.expiresAt);
    case 'presentation_required':
      return Math.max(offer, progress.attempt.expiresAt);
    case 'token_issued':
      return Math.max(offer, progress.grant.expiresAt, progress.grant.waitsUntil ?? 0);
    case 'issued':
    case 'completed':
      return progress.grant.revoked === true ? 0 : Math.max(progress.grant.expiresAt, progress.grant.waitsUntil ?? 0);
    case 'exhausted':
    case 'failed':
    case 'expired':
      return 0;
  }
}

/** The event that ends an issuance without a credential. */
function failedAnnouncement(reason: string): Announcement {
  return { type: 'issuance.failed.v1', data: { reason } };
}

function keptBrowser(progress: IssuanceProgress): { readonly browser?: WaitingBrowser } {
  const browser = waitingBrowser(progress);
  return browser === undefined ? {} : { browser };
}
