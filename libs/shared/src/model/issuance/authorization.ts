/** Transitions of an issuance up to its authorization code: attempts, request_uri, presentation. Pure. */
import { sameHash } from '../../crypto/wallet-reference.ts';
import { ProtocolError } from '../../kernel/errors.ts';
import type { Announcement } from '../announcement.ts';
import { attemptOf } from '../issuance-attempt.ts';
import { awaitedClaims } from './claims.ts';
import { endRejected } from './ending.ts';
import type {
  AuthorizationRequest,
  InteractionDialect,
  IssuancePart,
  IssuanceProgress,
  PresentationAttempt,
} from './issuance-part.ts';
import {
  type IssuanceSession,
  type IssuanceTransition,
  type IssuanceUpdate,
  moved,
  withResult,
} from './issuance-transition.ts';
import { hasPresented } from './presentation-proven.ts';

export interface PushedRequest {
  readonly request: AuthorizationRequest;
  readonly requestUriHash: string;
  readonly expiresAt: number;
}

/**
 * A pushed authorization request (RFC 9126) begins a new attempt as long as no credential is recorded, which ends code and
 * token of the attempt before. Where a DPoP key or a wallet instance was seen, only its holder may begin anew.
 */
export function pushRequest(session: IssuanceSession, next: PushedRequest): IssuanceTransition {
  const { issuance } = session;
  const request = keepKeys(next.request, keysBefore(issuance));
  // The claims of the attempt before are obsolete.
  return moved(session, { issuance: newAttempt(issuance, { state: 'pushed', ...next, request }), claims: 'none' });
}

/** An attempt that begins with a presentation. */
export interface AttemptStart {
  readonly attempt: PresentationAttempt;
  /** Where a webhook provides the claims: the deadline (milliseconds) and the sealed webhook. */
  readonly claims?: { readonly deadline: number; readonly sealedWebhook: string };
}

/**
 * A challenge that requires a presentation begins a new attempt, as a pushed request does. It has its own request id, so
 * that no other presentation can count for it.
 */
export function requirePresentation(
  session: IssuanceSession,
  { request: asked, begun }: { readonly request: AuthorizationRequest; readonly begun: AttemptStart },
): IssuanceTransition {
  const { issuance } = session;
  refuseWithoutSignIn(issuance);
  const request = keepKeys(asked, keysBefore(issuance));
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

/** Thumbprints of keys whose holder alone may begin anew. */
type BoundKeys = Pick<AuthorizationRequest, 'dpopJkt' | 'instanceJkt'>;

/** @returns the keys of the attempt before @throws ProtocolError where no further attempt may begin */
function keysBefore(part: IssuancePart): BoundKeys {
  const { progress } = part;
  if (part.flow !== 'authorization_code') throw unknownIssuerState();
  switch (progress.state) {
    case 'created':
    case 'pushed':
    case 'authorized':
    case 'presentation_required':
    case 'token_issued':
      if (part.credentials.length > 0) throw unknownIssuerState();
      return boundKeys(progress);
    case 'issued':
    case 'completed':
    case 'exhausted':
    case 'failed':
    case 'expired':
      throw unknownIssuerState();
  }
}

function keepKeys(request: AuthorizationRequest, { dpopJkt, instanceJkt }: BoundKeys): AuthorizationRequest {
  if (dpopJkt !== undefined && request.dpopJkt !== undefined && request.dpopJkt !== dpopJkt) {
    throw new ProtocolError('invalid_request', 'The issuance was begun with another DPoP key');
  }
  // Only the instance itself can prove its key again: it is not kept for a request without an attestation.
  if (instanceJkt !== undefined && request.instanceJkt !== instanceJkt) {
    throw new ProtocolError('invalid_request', 'The issuance was begun by another instance of the wallet');
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
  if (
    progress.state !== 'pushed' ||
    !sameHash(progress.requestUriHash, uri.requestUriHash) ||
    uri.now >= progress.expiresAt
  ) {
    throw new ProtocolError('invalid_request_uri', 'The request_uri is unknown, used or expired');
  }
  if (progress.request.clientId !== uri.clientId) {
    throw new ProtocolError('invalid_request', 'The request_uri belongs to another client');
  }
  return progress;
}

/** A person who must sign in does so in a browser: no other way leads to a code. */
function refuseWithoutSignIn({ signIn }: IssuancePart): void {
  if (signIn !== undefined) throw new ProtocolError('access_denied', 'This issuance needs a sign-in');
}

/** The holder of an `auth_session`, as a request proves it. */
export interface ChallengeHolder {
  /** SHA-256 of the secret in `auth_session`. */
  readonly sessionHash: string;
  /** Set where the request answers the presentation itself. */
  readonly interaction?: InteractionDialect;
  readonly client: { readonly clientId: string; readonly authenticated: boolean } | undefined;
  /** Thumbprint of the DPoP key whose possession the request proves. */
  readonly dpopJkt: string | undefined;
  /** Thumbprint of the key of the wallet instance, where the client is attested. */
  readonly instanceJkt?: string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** The second challenge: its holder, and the proof that this wallet has presented. */
export interface ChallengeAnswer extends ChallengeHolder, NewCode {
  /** `presentation_during_issuance_session`, as the verifier gave it to the wallet that presented. */
  readonly presentationSession: string;
}

/**
 * Issues the code to the wallet that presented; a repeated request replaces the code with a new one.
 * @returns `rejected` where the presentation was rejected, which ends the issuance
 * @throws ProtocolError `invalid_session`
 */
export function answerChallenge(
  session: IssuanceSession,
  answer: ChallengeAnswer,
): IssuanceTransition<'authorized' | 'rejected'> {
  const { issuance, presentation } = session;
  checkChallengeHolder(issuance, answer);
  const rejected = endRejected(session);
  if (rejected.result) return withResult({ ...rejected, result: undefined }, 'rejected');
  const { progress } = issuance;
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') throw invalidSession();
  const { request, attempt } = progress;
  if (attempt === undefined || !hasPresented(attempt, presentation, answer.presentationSession)) throw invalidSession();
  const { codeHash, codeExpiresAt: expiresAt } = answer;
  const next: IssuanceProgress = { state: 'authorized', request, attempt, codeHash, expiresAt };
  return withResult(moved(session, { issuance: { ...issuance, progress: next } }), 'authorized');
}

/**
 * Whether a request comes from the holder of the `auth_session` of the present attempt.
 * @returns the attempt
 * @throws ProtocolError `invalid_session`
 */
export function checkChallengeHolder(
  part: IssuancePart,
  { sessionHash, interaction, now, client, ...proven }: ChallengeHolder,
): PresentationAttempt {
  const attempt = attemptOf(part);
  const { progress } = part;
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') throw invalidSession();
  if (attempt?.channel !== 'challenge' || !sameHash(attempt.sessionHash, sessionHash) || now >= attempt.expiresAt) {
    throw invalidSession();
  }
  // The proofs of one dialect are not for the endpoint of another.
  if (attempt.interaction !== interaction) throw invalidSession();
  const { clientId, clientAuthenticated, dpopJkt, instanceJkt } = progress.request;
  if (client !== undefined && client.clientId !== clientId) throw invalidSession();
  if (clientAuthenticated && client?.authenticated !== true) throw invalidSession();
  // draft-ietf-oauth-first-party-apps: once a key was seen, every later request must prove the same one.
  if (dpopJkt !== undefined && dpopJkt !== proven.dpopJkt) throw invalidSession();
  if (instanceJkt !== undefined && instanceJkt !== proven.instanceJkt) throw invalidSession();
  return attempt;
}

/** The error of a request for an offer that is not open. */
export function unknownIssuerState(): ProtocolError {
  return new ProtocolError('invalid_request', 'The issuer_state is unknown, used or expired');
}

/** The error of every second challenge that does not match; it does not say why. */
export function invalidSession(): ProtocolError {
  return new ProtocolError('invalid_session', 'The auth_session is not valid, or its presentation is missing');
}
