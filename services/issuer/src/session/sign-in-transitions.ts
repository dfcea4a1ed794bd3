/**
 * A user's sign-in between the request_uri and the code. Pure.
 *
 * The session stays `pushed` until the code is created, so a browser may load its request_uri again. Only the browser
 * with the page's cookie continues, and the provider's response is accepted once.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type {
  AuthorizationRequest,
  IssuancePart,
  IssuanceProgress,
  OpenSignIn,
} from '@countersign/shared/model/session/issuance-part';
import { checkRequestUri, type NewCode, type PushedProgress, type RequestUri } from './authorization-transitions.ts';
import { failIssuance } from './ending-transitions.ts';
import { type IssuanceSession, type IssuanceTransition, moved, unmoved, withResult } from './issuance-transition.ts';

/** The browser that loads a request_uri. */
export interface SignInPage extends RequestUri {
  /** SHA-256 of the secret in its cookie. */
  readonly browserHash: string;
  /** Milliseconds: the user must have signed in by then. */
  readonly until: number;
}

/**
 * Shows the page. A reload by the same browser changes nothing. Another browser replaces the first one. The time starts
 * with the first page.
 */
export function askToSignIn(session: IssuanceSession, page: SignInPage): IssuanceTransition {
  const { issuance } = session;
  const progress = checkRequestUri(issuance, page);
  const { browserHash } = page;
  if (issuance.signIn !== undefined && progress.signIn?.browserHash === browserHash) return unmoved(session);
  const expiresAt = progress.signIn === undefined ? page.until : progress.expiresAt;
  return moved(session, {
    issuance: {
      ...issuance,
      // A configuration may have started to demand the sign-in after the offer was created.
      signIn: issuance.signIn ?? {},
      progress: { ...progress, expiresAt, signIn: { browserHash } },
    },
  });
}

/** A request of the browser that shows the page. */
export interface SignInBrowser {
  readonly browserHash: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The redirect to the provider. A new redirect replaces the previous attempt. @throws ProtocolError `invalid_request`
 */
export function beginSignIn(
  session: IssuanceSession,
  browser: SignInBrowser,
  attempt: NonNullable<OpenSignIn['attempt']>,
): IssuanceTransition {
  const { progress, signIn } = openSignIn(session.issuance, browser);
  return withSignIn(session, progress, { ...signIn, attempt });
}

/** The provider's response, in a browser. */
export interface SignInAnswer extends SignInBrowser {
  /** SHA-256 of the secret in `state`. */
  readonly stateHash: string;
}

export interface TakenSignIn {
  /** The attempt's sealed values. */
  readonly sealed: string;
  readonly requestUriHash: string;
  readonly request: AuthorizationRequest;
}

/** Takes the attempt, once: of concurrent responses one succeeds. @throws ProtocolError `invalid_request` */
export function takeSignIn(session: IssuanceSession, answer: SignInAnswer): IssuanceTransition<TakenSignIn> {
  const { progress, signIn } = openSignIn(session.issuance, answer);
  const { attempt } = signIn;
  if (attempt === undefined || !sameHash(attempt.stateHash, answer.stateHash)) {
    throw signInOver({ reason: 'sign_in_answered' });
  }
  const { browserHash } = signIn;
  const { request, requestUriHash } = progress;
  return withResult(withSignIn(session, progress, { browserHash }), {
    sealed: attempt.sealed,
    requestUriHash,
    request,
  });
}

/** The request whose browser continues. */
export interface SignInRequest extends SignInBrowser {
  readonly requestUriHash: string;
}

/**
 * The user has signed in: the request_uri is exchanged for a code.
 * @param sealedSignedIn the user's claims; absent if none are taken
 * @returns the request that is authorized
 */
export function completeSignIn(
  session: IssuanceSession,
  {
    codeHash,
    codeExpiresAt: expiresAt,
    sealedSignedIn,
    ...request
  }: SignInRequest & NewCode & { readonly sealedSignedIn?: string },
): IssuanceTransition<AuthorizationRequest> {
  const { issuance } = session;
  const { progress } = requestOf(issuance, request);
  const next: IssuancePart = {
    ...issuance,
    ...(sealedSignedIn === undefined ? {} : { sealedSignedIn }),
    progress: { state: 'authorized', request: progress.request, codeHash, expiresAt },
  };
  return withResult(moved(session, { issuance: next }), progress.request);
}

/**
 * The sign-in failed: the request_uri is used up without a code. An offer stays open, so that the wallet, or the user
 * it was created for, can start again.
 * @returns the request that is refused
 */
export function refuseSignIn(
  session: IssuanceSession,
  refused: SignInRequest,
): IssuanceTransition<AuthorizationRequest> {
  const { issuance } = session;
  const { progress } = requestOf(issuance, refused);
  const { signIn: _, ...rest } = progress;
  const closed: PushedProgress = { ...rest, expiresAt: refused.now };
  return withResult(moved(session, { issuance: { ...issuance, progress: closed } }), progress.request);
}

/**
 * The user declines on the page. It ends an offer's issuance. A session without an offer is deleted when it expires.
 * @returns the request that is refused
 */
export function declineSignIn(
  session: IssuanceSession,
  browser: SignInBrowser,
): IssuanceTransition<AuthorizationRequest> {
  const { issuance } = session;
  const { progress } = openSignIn(issuance, browser);
  const { request, requestUriHash } = progress;
  if (issuance.signIn?.walletInitiated === true) return refuseSignIn(session, { ...browser, requestUriHash });
  return withResult(failIssuance(session, { reason: 'declined' }), request);
}

/**
 * True for a session that a wallet started without an offer and in which no user has signed in: nothing needs it once
 * it expires.
 * @param now milliseconds
 */
export function isAbandoned({ issuance, tidyAt }: IssuanceSession, now: number): boolean {
  if (issuance.signIn?.walletInitiated !== true || tidyAt === undefined || tidyAt >= now) return false;
  return issuance.progress.state === 'created' || issuance.progress.state === 'pushed';
}

interface Open {
  readonly progress: PushedProgress;
  readonly signIn: OpenSignIn;
}

function openSignIn({ progress }: IssuancePart, { browserHash, now }: SignInBrowser): Open {
  if (progress.state !== 'pushed' || progress.signIn === undefined) throw signInOver(endedSignIn(progress));
  if (now >= progress.expiresAt) {
    throw signInOver({ reason: 'sign_in_expired', facts: expiredFact(progress.expiresAt, now) });
  }
  if (!sameHash(progress.signIn.browserHash, browserHash)) throw signInOver({ reason: 'sign_in_browser' });
  return { progress, signIn: progress.signIn };
}

/** A new attempt of the wallet, or another browser, must not receive the previous one's response. */
function requestOf(part: IssuancePart, request: SignInRequest): Open {
  const open = openSignIn(part, request);
  if (!sameHash(open.progress.requestUriHash, request.requestUriHash)) throw signInOver(endedSignIn(open.progress));
  return open;
}

function withSignIn(session: IssuanceSession, progress: PushedProgress, signIn: OpenSignIn): IssuanceTransition {
  return moved(session, { issuance: { ...session.issuance, progress: { ...progress, signIn } } });
}

/** The error of every request that continues no open sign-in of this browser. It does not reveal why. */
export function signInOver(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_request', 'This sign-in has ended, or was started in a different browser', why);
}

/** Why a page cannot continue: the session is in another state, or has a newer request. */
export function endedSignIn({ state }: IssuanceProgress): Reasoned {
  return { reason: 'sign_in_over', facts: { state } };
}
