/** Transitions of an issuance whose wallet presents with an `auth_session`: its holder, and its code. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { attemptOf } from '@countersign/shared/model/session/issuance-attempt';
import type {
  AuthorizationRequest,
  InteractionDialect,
  IssuancePart,
  IssuanceProgress,
  PresentationAttempt,
} from '@countersign/shared/model/session/issuance-part';
import type { NewCode } from '../session/authorization-transitions.ts';
import { endRejected } from '../session/ending-transitions.ts';
import { type IssuanceSession, type IssuanceTransition, moved, withResult } from '../session/issuance-transition.ts';
import { otherInstance, otherKey } from '../session/other-wallet.ts';
import { hasPresented, presentationOf } from '../session/presentation-proven.ts';

/** The holder of an `auth_session`, as a request proves it. */
export interface ChallengeHolder {
  /** SHA-256 of the secret in `auth_session`. */
  readonly sessionHash: string;
  /** Set if the request contains the presentation itself. */
  readonly interaction?: InteractionDialect;
  readonly client: { readonly clientId: string; readonly authenticated: boolean } | undefined;
  /** Thumbprint of the DPoP key whose possession the request proves. */
  readonly dpopJkt: string | undefined;
  /** Thumbprint of the wallet instance's key, if the client is attested. */
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
 * @returns `rejected` if the presentation was rejected, which ends the issuance
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
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') throw overSession(progress);
  const { request, attempt } = progress;
  if (attempt === undefined || !hasPresented(attempt, presentation, answer.presentationSession)) {
    const state = attempt === undefined ? undefined : presentationOf(attempt, presentation)?.state;
    throw invalidSession({ reason: 'presentation_not_proven', facts: { state: state ?? 'none' } });
  }
  const { codeHash, codeExpiresAt: expiresAt } = answer;
  const next: IssuanceProgress = { state: 'authorized', request, attempt, codeHash, expiresAt };
  return withResult(moved(session, { issuance: { ...issuance, progress: next } }), 'authorized');
}

/**
 * Whether a request comes from the holder of the current attempt's `auth_session`.
 * @returns the attempt
 * @throws ProtocolError `invalid_session`
 */
export function checkChallengeHolder(
  part: IssuancePart,
  { sessionHash, interaction, now, client, ...proven }: ChallengeHolder,
): PresentationAttempt {
  const attempt = attemptOf(part);
  const { progress } = part;
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') throw overSession(progress);
  if (attempt?.channel !== 'challenge' || !sameHash(attempt.sessionHash, sessionHash)) {
    throw invalidSession({ reason: 'auth_session_replaced' });
  }
  if (now >= attempt.expiresAt) {
    const facts = expiredFact(attempt.expiresAt, now);
    throw invalidSession({ reason: 'auth_session_expired', facts });
  }
  // One dialect's proofs are not accepted at another's endpoint.
  if (attempt.interaction !== interaction) {
    const facts = { expected: attempt.interaction ?? 'challenge', received: interaction ?? 'challenge' };
    throw invalidSession({ reason: 'auth_session_endpoint', facts });
  }
  checkSameWallet(progress.request, { client, ...proven });
  return attempt;
}

/** The client and the keys of the first request again. @throws ProtocolError `invalid_session` */
function checkSameWallet(
  { clientId: expected, clientAuthenticated, dpopJkt, instanceJkt }: AuthorizationRequest,
  { client, ...proven }: Pick<ChallengeHolder, 'client' | 'dpopJkt' | 'instanceJkt'>,
): void {
  if (client !== undefined && client.clientId !== expected) {
    throw invalidSession({ reason: 'auth_session_client', facts: { expected, received: client.clientId } });
  }
  if (clientAuthenticated && client?.authenticated !== true) {
    throw invalidSession({ reason: 'auth_session_client', facts: { expected } });
  }
  // draft-ietf-oauth-first-party-apps: once a key was seen, every later request must prove the same one.
  if (dpopJkt !== undefined && dpopJkt !== proven.dpopJkt) throw invalidSession(otherKey(dpopJkt, proven.dpopJkt));
  if (instanceJkt !== undefined && instanceJkt !== proven.instanceJkt) {
    throw invalidSession(otherInstance(instanceJkt, proven.instanceJkt));
  }
}

function overSession({ state }: IssuanceProgress): ProtocolError {
  return invalidSession({ reason: 'auth_session_over', facts: { state } });
}

/** The error of every second challenge that does not match. It does not reveal why. */
export function invalidSession(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_session', 'The auth_session is not valid, or its presentation is missing', why);
}
