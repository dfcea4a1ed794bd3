/**
 * The issuance state machine: pure transitions, each taken by one compare-and-set. A transition throws the protocol
 * error that the wallet gets; what it returns is the next progress. Nothing here looks at a revision.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  IssuanceProgress,
  PresentationAttempt,
  WaitingBrowser,
} from '@countersign/shared/model/sessions';

export interface Pushed {
  readonly request: AuthorizationRequest;
  readonly requestUriHash: string;
  readonly expiresAt: number;
}

/**
 * A pushed authorization request is a new attempt as long as no credential is recorded: code and token of the attempt
 * before die with it. Where a DPoP key was seen, only that key goes on.
 */
export function push(part: IssuancePart, next: Pushed): IssuanceProgress {
  return { state: 'pushed', ...next, request: keepKey(next.request, keyBefore(part)) };
}

/**
 * A challenge that leads to a presentation: a new attempt, as a pushed request is. Its request id is of its own, so that
 * nobody else's presentation can count for it.
 */
export function requirePresentation(
  part: IssuancePart,
  next: { readonly request: AuthorizationRequest; readonly attempt: PresentationAttempt },
): IssuanceProgress {
  const request = keepKey(next.request, keyBefore(part));
  return { state: 'presentation_required', request, attempt: next.attempt };
}

/** The part with a new attempt: what the one before had deferred ends with it. */
export function newAttempt(part: IssuancePart, progress: IssuanceProgress): IssuancePart {
  const { deferred: _, ...rest } = part;
  return { ...rest, progress };
}

/** @returns the DPoP key that the attempt before was bound to @throws ProtocolError where none may begin any more */
function keyBefore(part: IssuancePart): string | undefined {
  const { progress } = part;
  if (part.flow !== 'authorization_code') throw unknownIssuerState();
  switch (progress.state) {
    case 'created':
    case 'pushed':
    case 'authorized':
    case 'presentation_required':
    case 'token_issued':
      if (part.credentials.length > 0) throw unknownIssuerState();
      return boundKey(progress);
    case 'issued':
    case 'completed':
    case 'exhausted':
    case 'failed':
    case 'expired':
      throw unknownIssuerState();
  }
}

function keepKey(request: AuthorizationRequest, bound: string | undefined): AuthorizationRequest {
  if (bound === undefined) return request;
  if (request.dpopJkt !== undefined && request.dpopJkt !== bound) {
    throw new ProtocolError('invalid_request', 'The issuance was begun with another DPoP key');
  }
  return { ...request, dpopJkt: bound };
}

function boundKey(progress: IssuanceProgress): string | undefined {
  switch (progress.state) {
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
      return progress.request.dpopJkt;
    case 'token_issued':
      return progress.grant.dpopJkt;
    default:
      return undefined;
  }
}

export interface AuthorizeInput {
  readonly requestUriHash: string;
  readonly clientId: string;
  readonly now: number;
  readonly codeHash: string;
  readonly codeExpiresAt: number;
}

/** Spends a request_uri for a code (RFC 9126, 4: bound to the client, used once; dead at exactly its expiry). */
export function authorize(part: IssuancePart, input: AuthorizeInput): IssuanceProgress & { state: 'authorized' } {
  const request = spendRequestUri(part, input);
  return { state: 'authorized', request, codeHash: input.codeHash, expiresAt: input.codeExpiresAt };
}

/** Spends a request_uri for a presentation that comes first. */
export function authorizeAfterPresentation(
  part: IssuancePart,
  input: Pick<AuthorizeInput, 'requestUriHash' | 'clientId' | 'now'>,
  attempt: PresentationAttempt,
): IssuanceProgress {
  return { state: 'presentation_required', request: spendRequestUri(part, input), attempt };
}

function spendRequestUri(
  part: IssuancePart,
  input: Pick<AuthorizeInput, 'requestUriHash' | 'clientId' | 'now'>,
): AuthorizationRequest {
  const { progress } = part;
  if (
    progress.state !== 'pushed' ||
    !sameHash(progress.requestUriHash, input.requestUriHash) ||
    input.now >= progress.expiresAt
  ) {
    throw new ProtocolError('invalid_request_uri', 'The request_uri is unknown, used or expired');
  }
  if (progress.request.clientId !== input.clientId) {
    throw new ProtocolError('invalid_request', 'The request_uri belongs to another client');
  }
  return progress.request;
}

export interface CodeRedemption {
  readonly codeHash: string;
  readonly now: number;
  readonly clientId: string;
  readonly dpopJkt?: string;
  /** Checks redirect_uri, PKCE and what else the request carries against the authorization request. */
  readonly check: (request: AuthorizationRequest, attempt: PresentationAttempt | undefined) => void;
  readonly grant: (request: AuthorizationRequest, attempt: PresentationAttempt | undefined) => Grant;
}

/** Redeems a code: `authorized -> token_issued where codeHash = h`, the one write that makes it single use. */
export function redeemCode(part: IssuancePart, redemption: CodeRedemption): IssuanceProgress {
  const { progress } = part;
  if (progress.state !== 'authorized' || !sameHash(progress.codeHash, redemption.codeHash)) throw invalidCode();
  // RFC 6749, 4.1.2: short-lived; dead at exactly its expiry.
  if (redemption.now >= progress.expiresAt) throw invalidCode();
  const { request, attempt } = progress;
  if (request.clientId !== redemption.clientId) throw invalidCode();
  if (request.dpopJkt !== undefined && request.dpopJkt !== redemption.dpopJkt) {
    throw new ProtocolError('invalid_grant', 'The code is bound to another DPoP key');
  }
  redemption.check(request, attempt);
  return { state: 'token_issued', grant: redemption.grant(request, attempt) };
}

/** Milliseconds after its redemption in which a code that comes again may be the repeat of a request whose answer was lost. */
const RETRY_WINDOW = 10_000;

/** A token request, as far as it tells whether another one is the same. */
export interface RepeatedCode {
  readonly codeHash: string;
  readonly clientId?: string;
  /** Of the key whose possession this request proves. */
  readonly dpopJkt?: string;
  readonly redemptionHash: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * A code that was redeemed already comes again (RFC 6749, 4.1.2): the token that it gave is revoked. The holder of the DPoP
 * key who sends the same request soon after has lost an answer, or sent it twice: that is refused, and revokes nothing.
 * @returns the progress with the grant revoked, or the same progress where nothing changes
 */
export function codeCameAgain(part: IssuancePart, again: RepeatedCode): IssuanceProgress {
  const { progress } = part;
  const grant = grantOf(progress);
  if (grant?.codeHash === undefined || !sameHash(grant.codeHash, again.codeHash) || grant.revoked) return progress;
  return isRepeat(grant, again) ? progress : withGrant(progress, { ...grant, revoked: true });
}

function isRepeat(grant: Grant, again: RepeatedCode): boolean {
  // Without a proof of possession a repeat looks like the request of a thief who has seen it.
  if (grant.dpopJkt === undefined || grant.dpopJkt !== again.dpopJkt) return false;
  if (grant.redeemedAt === undefined || again.now - grant.redeemedAt > RETRY_WINDOW) return false;
  if (grant.redemptionHash === undefined || !sameHash(grant.redemptionHash, again.redemptionHash)) return false;
  return grant.clientId === again.clientId;
}

/** The grant of a session that has a token. */
export function grantOf(progress: IssuanceProgress): Grant | undefined {
  switch (progress.state) {
    case 'token_issued':
    case 'issued':
    case 'completed':
      return progress.grant;
    case 'failed':
      return progress.grant;
    default:
      return undefined;
  }
}

function withGrant(progress: IssuanceProgress, grant: Grant): IssuanceProgress {
  switch (progress.state) {
    case 'token_issued':
    case 'issued':
    case 'completed':
    case 'failed':
      return { ...progress, grant };
    default:
      return progress;
  }
}

/** Redeems a pre-authorized code: `created -> token_issued`. The transaction code was checked by the caller. */
export function redeemPreAuthorizedCode(part: IssuancePart, codeHash: string, grant: Grant): IssuanceProgress {
  if (part.flow !== 'pre_authorized_code' || part.progress.state !== 'created' || !sameHash(part.grantHash, codeHash)) {
    throw new ProtocolError('invalid_grant', 'The pre-authorized code is unknown, used or expired');
  }
  return { state: 'token_issued', grant };
}

/** States that no failure changes any more. */
const CLOSED: readonly IssuanceProgress['state'][] = ['exhausted', 'failed', 'expired'];

/**
 * Ends an issuance from which no credential left. An issued one is never failed.
 * @param sealedDescription what the reason is about, sealed for the backend
 */
export function fail(part: IssuancePart, reason: string, sealedDescription?: string): IssuancePart {
  if (part.credentials.length > 0 || CLOSED.includes(part.progress.state)) return part;
  const { progress } = part;
  const grant = grantOf(progress);
  const description = sealedDescription === undefined ? {} : { sealedDescription };
  const token = grant === undefined ? {} : { grant };
  return { ...part, progress: { state: 'failed', reason, ...description, ...token, ...keptBrowser(progress) } };
}

/** Ends an issuance whose time has run out. */
export function expire(part: IssuancePart): IssuancePart {
  return { ...part, progress: { state: 'expired', ...keptBrowser(part.progress) } };
}

/** The browser that waits, or waited, for the presentation of the present attempt; undefined where there is none. */
export function waitingBrowser(progress: IssuanceProgress): WaitingBrowser | undefined {
  switch (progress.state) {
    case 'presentation_required':
    case 'authorized': {
      const { attempt, request } = progress;
      if (attempt?.channel !== 'browser') return undefined;
      const { clientId, redirectUri, state } = request;
      return { referenceHash: attempt.sessionHash, clientId, redirectUri, ...(state === undefined ? {} : { state }) };
    }
    case 'failed':
    case 'expired':
      return progress.browser;
    default:
      return undefined;
  }
}

function keptBrowser(progress: IssuanceProgress): { readonly browser?: WaitingBrowser } {
  const browser = waitingBrowser(progress);
  return browser === undefined ? {} : { browser };
}

function unknownIssuerState(): ProtocolError {
  return new ProtocolError('invalid_request', 'The issuer_state is unknown, used or expired');
}

function invalidCode(): ProtocolError {
  return new ProtocolError('invalid_grant', 'The code is unknown, used or expired');
}
