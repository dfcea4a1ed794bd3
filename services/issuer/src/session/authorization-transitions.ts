/** Transitions of an issuance up to its authorization code: attempts, request_uri, presentation. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Announcement } from '@countersign/shared/model/session/announcement';
import { awaitedClaims } from '@countersign/shared/model/session/claims';
import type {
  AuthorizationRequest,
  IssuancePart,
  IssuanceProgress,
  PresentationAttempt,
} from '@countersign/shared/model/session/issuance-part';
import {
  type IssuanceSession,
  type IssuanceTransition,
  type IssuanceUpdate,
  moved,
  withResult,
} from './issuance-transition.ts';
import { begunOffer, missingAttestation } from './other-wallet.ts';

export interface PushedRequest {
  readonly request: AuthorizationRequest;
  readonly requestUriHash: string;
  readonly expiresAt: number;
}

/**
 * A pushed authorization request (RFC 9126) starts a new attempt as long as no credential is recorded, which ends the
 * previous attempt's code and token. If a DPoP key or a wallet instance was seen, only its holder may start again.
 */
export function pushRequest(session: IssuanceSession, next: PushedRequest): IssuanceTransition {
  const { issuance } = session;
  const request = keepKeys(next.request, issuance, keysBefore(issuance));
  // The claims of the attempt before are obsolete.
  return moved(session, { issuance: newAttempt(issuance, { state: 'pushed', ...next, request }), claims: 'none' });
}

/** An attempt that starts with a presentation. */
export interface AttemptStart {
  readonly attempt: PresentationAttempt;
  /** If a webhook provides the claims: the deadline (milliseconds) and the sealed webhook. */
  readonly claims?: { readonly deadline: number; readonly sealedWebhook: string };
}

/**
 * A challenge that requires a presentation starts a new attempt, as a pushed request does. It has its own request id,
 * so that no other presentation can be used for it.
 */
export function requirePresentation(
  session: IssuanceSession,
  { request: asked, begun }: { readonly request: AuthorizationRequest; readonly begun: AttemptStart },
): IssuanceTransition {
  const { issuance } = session;
  refuseWithoutSignIn(issuance);
  const request = keepKeys(asked, issuance, keysBefore(issuance));
  const progress: IssuanceProgress = { state: 'presentation_required', request, attempt: begun.attempt };
  return moved(session, { issuance: newAttempt(issuance, progress), ...beginning(begun) });
}

/** The fields that are written with the attempt. */
function beginning({ attempt, claims }: AttemptStart): Omit<IssuanceUpdate, 'issuance'> {
  const { configurationId, requestId } = attempt;
  const requested: Announcement = {
    type: 'presentation.requested.v1',
    data: { configuration: configurationId, request: requestId },
  };
  return {
    announces: [requested],
    claims: claims === undefined ? 'none' : awaitedClaims(requestId, claims.deadline),
    claimsWebhook: claims === undefined ? 'none' : claims.sealedWebhook,
  };
}

/** The part with a new attempt; deferred requests of the attempt before, and who signed in there, are dropped. */
function newAttempt(part: IssuancePart, progress: IssuanceProgress): IssuancePart {
  const { deferred: _, sealedSignedIn: __, ...rest } = part;
  return { ...rest, progress };
}

/** Thumbprints of keys. Only their holder may start again. */
type BoundKeys = Pick<AuthorizationRequest, 'dpopJkt' | 'instanceJkt'>;

/** @returns the previous attempt's keys @throws ProtocolError if no more attempts are allowed */
function keysBefore(part: IssuancePart): BoundKeys {
  const { progress } = part;
  if (part.flow !== 'authorization_code') throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  switch (progress.state) {
    case 'created':
    case 'pushed':
    case 'authorized':
    case 'presentation_required':
    case 'token_issued':
      if (part.credentials.length > 0) throw unknownIssuerState(usedIssuerState(progress));
      return boundKeys(progress);
    case 'issued':
    case 'completed':
    case 'exhausted':
    case 'failed':
    case 'expired':
      throw unknownIssuerState(usedIssuerState(progress));
  }
}

function keepKeys(request: AuthorizationRequest, { progress }: IssuancePart, before: BoundKeys): AuthorizationRequest {
  const { dpopJkt, instanceJkt } = before;
  if (dpopJkt !== undefined && request.dpopJkt !== undefined && request.dpopJkt !== dpopJkt) {
    const why = begunOffer(dpopJkt, request.dpopJkt, progress.state);
    throw new ProtocolError('invalid_request', 'This issuance was started with a different DPoP key', why);
  }
  // Only the instance itself can prove its key again: it is not kept for a request without an attestation.
  if (instanceJkt !== undefined && request.instanceJkt !== instanceJkt) {
    const received = request.instanceJkt;
    const why = received === undefined ? missingAttestation() : begunOffer(instanceJkt, received, progress.state);
    throw new ProtocolError('invalid_request', 'This issuance was started by a different wallet instance', why);
  }
  return dpopJkt === undefined ? request : { ...request, dpopJkt };
}

type Replaceable = IssuanceProgress & {
  readonly state: 'created' | 'pushed' | 'presentation_required' | 'authorized' | 'token_issued';
};

function boundKeys(progress: Replaceable): BoundKeys {
  switch (progress.state) {
    case 'created':
      return {};
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
      return progress.request;
    case 'token_issued':
      return progress.grant;
  }
}

/** A request_uri sent to the authorization endpoint. */
export interface RequestUri {
  readonly requestUriHash: string;
  readonly clientId: string;
  /** Milliseconds. */
  readonly now: number;
}

export interface NewCode {
  readonly codeHash: string;
  /** Milliseconds. */
  readonly codeExpiresAt: number;
}

/**
 * Spends a request_uri for a code (RFC 9126, 4: bound to the client, used once; invalid from its expiry on).
 * @returns the request that is authorized
 */
export function authorize(
  session: IssuanceSession,
  { codeHash, codeExpiresAt: expiresAt, ...uri }: RequestUri & NewCode,
): IssuanceTransition<AuthorizationRequest> {
  const { issuance } = session;
  refuseWithoutSignIn(issuance);
  const request = checkRequestUri(issuance, uri).request;
  const progress: IssuanceProgress = { state: 'authorized', request, codeHash, expiresAt };
  return withResult(moved(session, { issuance: { ...issuance, progress } }), request);
}

/** Spends a request_uri for a presentation that comes first. */
export function authorizeAfterPresentation(
  session: IssuanceSession,
  uri: RequestUri,
  begun: AttemptStart,
): IssuanceTransition {
  const { issuance } = session;
  refuseWithoutSignIn(issuance);
  const request = checkRequestUri(issuance, uri).request;
  const progress: IssuanceProgress = { state: 'presentation_required', request, attempt: begun.attempt };
  return moved(session, { issuance: { ...issuance, progress }, ...beginning(begun) });
}

export type PushedProgress = IssuanceProgress & { readonly state: 'pushed' };

/**
 * RFC 9126, 4: a request_uri is bound to its client and invalid from its expiry on.
 * @returns the progress that it names
 * @throws ProtocolError `invalid_request_uri`, `invalid_request`
 */
export function checkRequestUri({ progress }: IssuancePart, uri: RequestUri): PushedProgress {
  if (progress.state !== 'pushed') throw unknownRequestUri(endedRequestUri(progress));
  if (!sameHash(progress.requestUriHash, uri.requestUriHash))
    throw unknownRequestUri({ reason: 'request_uri_replaced' });
  if (uri.now >= progress.expiresAt) {
    const facts = expiredFact(progress.expiresAt, uri.now);
    throw unknownRequestUri({ reason: 'request_uri_expired', facts });
  }
  const { clientId: expected } = progress.request;
  if (expected !== uri.clientId) {
    const facts = { expected, received: uri.clientId };
    const why = { reason: 'request_client_mismatch', facts } as const;
    throw new ProtocolError('invalid_request', 'The request_uri belongs to another client', why);
  }
  return progress;
}

/** If its session is in another state, the request_uri has been used, unless the session ended before. */
function endedRequestUri({ state }: IssuanceProgress): Reasoned {
  if (state === 'created') return { reason: 'request_uri_unknown' };
  return state === 'expired' ? { reason: 'request_uri_expired' } : { reason: 'request_uri_used', facts: { state } };
}

/** The error of a request_uri without an open request. It does not reveal why. */
export function unknownRequestUri(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_request_uri', 'The request_uri is unknown, used or expired', why);
}

/** A user who must sign in does so in a browser. There is no other way to a code. */
function refuseWithoutSignIn({ signIn }: IssuancePart): void {
  if (signIn === undefined) return;
  throw new ProtocolError('access_denied', 'This issuance needs a sign-in', { reason: 'sign_in_needed' });
}

function usedIssuerState({ state }: IssuanceProgress): Reasoned {
  return { reason: 'issuer_state_used', facts: { state } };
}

/** The error of a request for an offer that is not open. It does not reveal why. */
export function unknownIssuerState(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_request', 'The issuer_state is unknown, used or expired', why);
}
