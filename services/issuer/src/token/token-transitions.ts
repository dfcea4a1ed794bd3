/** Transitions from a code to a token. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { FactsOf, Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { claimsWithinToken } from '@countersign/shared/model/session/claims';
import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  IssuanceProgress,
  PresentationAttempt,
} from '@countersign/shared/model/session/issuance-part';
import { failIssuance } from '../session/ending-transitions.ts';
import { grantOf, withRevokedGrant } from '../session/grant.ts';
import { type IssuanceSession, type IssuanceTransition, moved, withResult } from '../session/issuance-transition.ts';
import { otherInstance, otherKey } from '../session/other-wallet.ts';

export interface CodeRedemption {
  readonly codeHash: string;
  /** Milliseconds. */
  readonly now: number;
  readonly clientId: string;
  readonly dpopJkt?: string;
  /** Thumbprint of the wallet instance's key, if the client is attested. */
  readonly instanceJkt?: string;
  /** Deadline of a claims webhook in milliseconds, unless the token expires earlier. */
  readonly claimsUntil: number;
  /** Checks redirect_uri, PKCE and the other parameters of the request against the authorization request. */
  readonly check: (request: AuthorizationRequest, attempt: PresentationAttempt | undefined) => void;
  readonly grant: (request: AuthorizationRequest, attempt: PresentationAttempt | undefined) => Grant;
}

/**
 * Redeems a code: `authorized -> token_issued where codeHash = h`, the one write that makes it single use.
 * @returns the grant of the token
 * @throws ProtocolError `invalid_grant`; `invalid_client` if the authorization was attested and the redemption is not
 */
export function redeemCode(session: IssuanceSession, redemption: CodeRedemption): IssuanceTransition<Grant> {
  const { issuance } = session;
  const { progress } = issuance;
  if (progress.state !== 'authorized') throw invalidCode(endedCode(progress, redemption.codeHash));
  if (!sameHash(progress.codeHash, redemption.codeHash)) throw invalidCode({ reason: 'code_replaced' });
  // RFC 6749, 4.1.2: short-lived; invalid from its expiry on.
  if (redemption.now >= progress.expiresAt) {
    throw invalidCode({ reason: 'code_expired', facts: expiredFact(progress.expiresAt, redemption.now) });
  }
  const { request, attempt } = progress;
  if (request.clientId !== redemption.clientId) {
    const facts = { expected: request.clientId, received: redemption.clientId };
    throw invalidCode({ reason: 'code_client', facts });
  }
  if (request.dpopJkt !== undefined && request.dpopJkt !== redemption.dpopJkt) {
    const why = otherKey(request.dpopJkt, redemption.dpopJkt);
    throw new ProtocolError('invalid_grant', 'The code is bound to another DPoP key', why);
  }
  checkInstance(request, redemption);
  redemption.check(request, attempt);
  const grant = redemption.grant(request, attempt);
  const claims = claimsWithinToken(session, grant, redemption.claimsUntil);
  const next: IssuancePart = { ...issuance, progress: { state: 'token_issued', grant } };
  return withResult(moved(session, { issuance: next, ...(claims === undefined ? {} : { claims }) }), grant);
}

/** Why a code is refused in a session that has no code now. */
function endedCode(progress: IssuanceProgress, codeHash: string): Reasoned {
  const { state } = progress;
  const redeemed = grantOf(progress)?.codeHash;
  switch (state) {
    case 'created':
      return { reason: 'code_unknown' };
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
      return { reason: 'code_replaced' };
    case 'token_issued':
    case 'issued':
    case 'completed':
      if (redeemed === undefined) return { reason: 'code_unknown' };
      return sameHash(redeemed, codeHash) ? { reason: 'code_used', facts: { state } } : { reason: 'code_replaced' };
    case 'exhausted':
    case 'failed':
    case 'expired':
      return { reason: 'code_ended', facts: { state } };
  }
}

/** draft-ietf-oauth-attestation-based-client-auth, 9.4: the code belongs to one wallet instance. */
function checkInstance({ instanceJkt: bound }: AuthorizationRequest, { instanceJkt }: CodeRedemption): void {
  if (bound === undefined || bound === instanceJkt) return;
  const why = otherInstance(bound, instanceJkt);
  if (instanceJkt === undefined) throw new ProtocolError('invalid_client', 'The client attestation is missing', why);
  throw new ProtocolError('invalid_grant', 'The code is bound to another instance of the wallet', why);
}

/** Milliseconds after its redemption in which a reused code may be the repeat of a request whose response was lost. */
const RETRY_WINDOW = 10_000;

/** The parts of a token request that identify a repeat. */
export interface RepeatedCode {
  readonly codeHash: string;
  readonly clientId?: string;
  /** Thumbprint of the key whose possession this request proves. */
  readonly dpopJkt?: string;
  /** The same of the wallet instance. */
  readonly instanceJkt?: string;
  readonly redemptionHash: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Revokes the token of a code that is used a second time (RFC 6749, 4.1.2). The same request by the keys' holder soon
 * after is a repeat after a lost response, or a duplicate, and revokes nothing. The caller refuses both.
 */
export function recordCodeReuse(session: IssuanceSession, again: RepeatedCode): IssuanceTransition {
  const { issuance } = session;
  const progress = revokedByRepeat(issuance, again);
  return moved(session, { issuance: progress === issuance.progress ? issuance : { ...issuance, progress } });
}

function revokedByRepeat({ progress }: IssuancePart, again: RepeatedCode): IssuancePart['progress'] {
  const grant = grantOf(progress);
  if (grant?.codeHash === undefined || !sameHash(grant.codeHash, again.codeHash)) return progress;
  return isRepeat(grant, again) ? progress : withRevokedGrant(progress);
}

function isRepeat(grant: Grant, again: RepeatedCode): boolean {
  // Without a proof of possession a repeat can't be distinguished from a thief's request.
  if (grant.dpopJkt === undefined && grant.instanceJkt === undefined) return false;
  if (grant.dpopJkt !== again.dpopJkt || grant.instanceJkt !== again.instanceJkt) return false;
  if (grant.redeemedAt === undefined || again.now - grant.redeemedAt > RETRY_WINDOW) return false;
  if (grant.redemptionHash === undefined || !sameHash(grant.redemptionHash, again.redemptionHash)) return false;
  return grant.clientId === again.clientId;
}

export interface PreAuthorizedRedemption {
  readonly codeHash: string;
  /** Keyed hash of the transaction code that the wallet sent, if any. */
  readonly txCodeHash: string | undefined;
  /** The facts of a missing transaction code. */
  readonly missing?: () => FactsOf<'tx_code_missing'>;
  /** Milliseconds. */
  readonly now: number;
  readonly grant: Grant;
}

/** Number of wrong transaction codes that ends an offer. */
export const MAX_TX_CODE_FAILURES = 5;
/** Reason of an issuance that ended because of wrong transaction codes. */
const TX_CODE_ATTEMPTS = 'tx_code_attempts';

/**
 * Redeems a pre-authorized code: `created -> token_issued`. A wrong transaction code is counted, and the last one ends
 * the issuance.
 * @throws ProtocolError `invalid_grant`; `invalid_request` if a transaction code is missing or not expected
 */
export function redeemPreAuthorizedCode(
  session: IssuanceSession,
  redemption: PreAuthorizedRedemption,
): IssuanceTransition<'token_issued' | 'wrong_tx_code'> {
  const { issuance } = session;
  const { txCode } = issuance;
  checkOpenCode(session, redemption);
  if (txCode === undefined && redemption.txCodeHash !== undefined) {
    throw new ProtocolError('invalid_request', 'No tx_code is expected', { reason: 'tx_code_unexpected' });
  }
  if (txCode !== undefined && redemption.txCodeHash === undefined) {
    const facts = redemption.missing?.() ?? { parameter: 'tx_code' };
    throw new ProtocolError('invalid_request', 'tx_code is missing', { reason: 'tx_code_missing', facts });
  }
  if (txCode !== undefined && !sameHash(txCode.hash, redemption.txCodeHash ?? '')) {
    return withResult(countWrongCode(session, txCode), 'wrong_tx_code');
  }
  const next: IssuancePart = { ...issuance, progress: { state: 'token_issued', grant: redemption.grant } };
  return withResult(moved(session, { issuance: next }), 'token_issued');
}

/** @throws ProtocolError `invalid_grant` */
function checkOpenCode(session: IssuanceSession, { codeHash, now }: PreAuthorizedRedemption): void {
  const { issuance, expiresAt } = session;
  const { flow, progress, grantHash, signIn } = issuance;
  if (flow !== 'pre_authorized_code' || !sameHash(grantHash, codeHash)) {
    throw invalidPreAuthorizedCode({ reason: 'pre_authorized_code_unknown' });
  }
  if (progress.state !== 'created') throw invalidPreAuthorizedCode(endedPreAuthorizedCode(progress));
  if (now >= expiresAt) {
    throw invalidPreAuthorizedCode({ reason: 'pre_authorized_code_expired', facts: expiredFact(expiresAt, now) });
  }
  if (signIn === undefined) return;
  const facts = { configurationIds: issuance.configurationIds };
  const why = { reason: 'offer_needs_sign_in', facts } as const;
  throw new ProtocolError('invalid_grant', 'The offered credential requires a sign-in', why);
}

function endedPreAuthorizedCode(progress: IssuanceProgress): Reasoned {
  const { state } = progress;
  if (state === 'expired') return { reason: 'pre_authorized_code_expired' };
  if (state === 'failed' && progress.reason === TX_CODE_ATTEMPTS) {
    return { reason: 'tx_code_locked', facts: { most: MAX_TX_CODE_FAILURES } };
  }
  return { reason: 'pre_authorized_code_used', facts: { state } };
}

/** How often a transaction code may still be wrong, after a wrong one. */
export function txCodeAttemptsLeft({ progress, txCode }: IssuancePart): number {
  return progress.state === 'created' ? MAX_TX_CODE_FAILURES - (txCode?.failures ?? 0) : 0;
}

function countWrongCode(session: IssuanceSession, txCode: NonNullable<IssuancePart['txCode']>): IssuanceTransition {
  const failures = txCode.failures + 1;
  const counted: IssuancePart = { ...session.issuance, txCode: { ...txCode, failures } };
  if (failures < MAX_TX_CODE_FAILURES) return moved(session, { issuance: counted });
  // OpenID4VCI 1.0, 13.6.3: guessing ends here.
  return failIssuance({ ...session, issuance: counted }, { reason: TX_CODE_ATTEMPTS });
}

/** The error of a code that is not open. It does not reveal why. */
export function invalidCode(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_grant', 'The code is unknown, used or expired', why);
}

/** The same of a pre-authorized code. */
export function invalidPreAuthorizedCode(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_grant', 'The pre-authorized code is unknown, used or expired', why);
}
