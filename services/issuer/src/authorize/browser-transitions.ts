/** Progress of the presentation, polled by the authorization page, and the code that follows it. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { attemptOf } from '@countersign/shared/model/session/issuance-attempt';
import type {
  AuthorizationRequest,
  IssuanceProgress,
  PresentationAttempt,
  WaitingBrowser,
} from '@countersign/shared/model/session/issuance-part';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { NewCode } from '../session/authorization-transitions.ts';
import { endRejected, failIssuance } from '../session/ending-transitions.ts';
import { waitingBrowser } from '../session/grant.ts';
import {
  type IssuanceSession,
  type IssuanceTransition,
  moved,
  unmoved,
  withResult,
} from '../session/issuance-transition.ts';
import { presentationOf } from '../session/presentation-proven.ts';

/**
 * Why an issuance ended without a credential: the user declined, the presentation did not match, or the backend failed.
 */
export type Refusal = 'declined' | 'not_accepted' | 'issuer';

export type Following =
  /** With a reason: the wallet's last response was refused, and the request is still open. */
  | { readonly state: 'waiting'; readonly reason?: Refusal }
  | { readonly state: 'expired' }
  | { readonly state: 'refused'; readonly reason: Refusal }
  | { readonly state: 'continue'; readonly request: AuthorizationRequest };

export interface FollowRequest extends NewCode {
  /** SHA-256 of the secret in the reference that the browser follows. */
  readonly referenceHash: string;
  /** Milliseconds. */
  readonly now: number;
}

export interface FollowResult {
  readonly following: Following;
  /** The browser if the reference is its own, so that its page may return to the wallet. */
  readonly browser: WaitingBrowser | undefined;
}

/**
 * Checks the presentation of the attempt that a browser follows. A verified one authorizes the issuance; a rejected one
 * ends it. Repeated calls return the same code until it is redeemed.
 */
export function followPresentation(session: IssuanceSession, request: FollowRequest): IssuanceTransition<FollowResult> {
  const { issuance } = session;
  const followed = follow(session, request);
  const { following } = followed;
  const result = { following, browser: ofReference(waitingBrowser(issuance.progress), request.referenceHash) };
  if (followed.authorized !== undefined) {
    return withResult(moved(session, { issuance: { ...issuance, progress: followed.authorized } }), result);
  }
  if (following.state !== 'refused') return withResult(unmoved(session), result);
  return { ...endRejected(session), result };
}

/** A request of the browser that follows the presentation. */
export type PageRequest = Pick<FollowRequest, 'referenceHash' | 'now'>;

/**
 * The user declines on the page: the issuance ends.
 * @returns the browser to send back; undefined if this browser is not waiting for the presentation
 */
export function declinePresentation(
  session: IssuanceSession,
  { referenceHash, now }: PageRequest,
): IssuanceTransition<WaitingBrowser | undefined> {
  const { progress } = session.issuance;
  const browser = ofReference(waitingBrowser(progress), referenceHash);
  const open = progress.state === 'presentation_required' && now < progress.attempt.expiresAt;
  if (browser === undefined || !open) return withResult(unmoved(session), undefined);
  return withResult(failIssuance(session, { reason: DECLINED }), browser);
}

/** The attempt that waits for the presentation of the browser with this reference, if there is one. */
export function followedAttempt(
  { issuance: { progress } }: IssuanceSession,
  { referenceHash, now }: PageRequest,
): PresentationAttempt | undefined {
  if (progress.state !== 'presentation_required') return undefined;
  const { attempt } = progress;
  const own = attempt.channel === 'browser' && sameHash(attempt.sessionHash, referenceHash);
  return own && now < attempt.expiresAt ? attempt : undefined;
}

interface FollowedPresentation {
  readonly following: Following;
  readonly authorized?: IssuanceProgress;
}

function follow(
  { issuance, presentation }: IssuanceSession,
  { referenceHash, now, codeHash, codeExpiresAt: expiresAt }: FollowRequest,
): FollowedPresentation {
  const { progress } = issuance;
  if (progress.state === 'failed') return refused(reasonOf(progress.reason, presentation));
  const attempt = attemptOf(issuance);
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') return EXPIRED;
  if (attempt?.channel !== 'browser' || !sameHash(attempt.sessionHash, referenceHash) || now >= attempt.expiresAt) {
    return EXPIRED;
  }
  const presented = presentationOf(attempt, presentation);
  if (presented?.state === 'rejected') return refused(reasonOf(REJECTED, presentation));
  if (presented?.state !== 'verified') return { following: waitingAfter(presented) };
  const { request } = progress;
  return {
    following: { state: 'continue', request },
    authorized: { state: 'authorized', request, attempt, codeHash, expiresAt },
  };
}

const EXPIRED: FollowedPresentation = { following: { state: 'expired' } };

function refused(reason: Refusal): FollowedPresentation {
  return { following: { state: 'refused', reason } };
}

/**
 * An unencrypted error, or a presentation that was not accepted, leaves the request open: the wallet may respond again.
 */
function waitingAfter(presented: PresentationPart['progress'] | undefined): Following {
  const last = presented?.state === 'requested' ? presented.lastError : undefined;
  if (last === undefined) return { state: 'waiting' };
  return { state: 'waiting', reason: last === 'access_denied' ? 'declined' : 'not_accepted' };
}

/** Reason of an issuance that a rejected presentation ended (ending.ts). */
const REJECTED = 'presentation_rejected';
/** Reason of an issuance that the user ended on the page. */
const DECLINED = 'declined';

/** @param failed reason of the failed issuance */
function reasonOf(failed: string, presentation: PresentationPart | undefined): Refusal {
  if (failed === DECLINED) return 'declined';
  if (failed !== REJECTED) return 'issuer';
  const progress = presentation?.progress;
  // OpenID4VP 1.0, 8.5: the wallet reports the user's refusal as access_denied.
  return progress?.state === 'rejected' && progress.reason === 'access_denied' ? 'declined' : 'not_accepted';
}

/** Only the browser with the reference is sent back to the wallet. */
function ofReference(browser: WaitingBrowser | undefined, hash: string): WaitingBrowser | undefined {
  return browser !== undefined && sameHash(browser.referenceHash, hash) ? browser : undefined;
}
