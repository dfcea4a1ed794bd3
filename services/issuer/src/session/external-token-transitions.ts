/** Access tokens of an external authorization server for the offer of a session. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Grant, IssuanceState } from '@countersign/shared/model/session/issuance-part';
import { validToken } from './grant.ts';
import { type IssuanceSession, type IssuanceTransition, moved, unmoved, withResult } from './issuance-transition.ts';

export interface ExternalAccess {
  /** SHA-256 of the secret in the `issuer_state` that the token names. */
  readonly issuerStateHash: string;
  readonly grant: Grant & { readonly external: true };
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Accepts a token for the offer that it contains. The first token starts the issuance. Until a credential is recorded,
 * another token for the same key replaces it. An offer that this server authorizes itself, by a code or a sign-in,
 * accepts no token.
 * @returns the grant of the token
 * @throws ProtocolError `invalid_token`
 */
export function acceptExternalToken(
  session: IssuanceSession,
  { issuerStateHash, grant, now }: ExternalAccess,
): IssuanceTransition<Grant> {
  const { issuance } = session;
  const { progress, flow, grantHash, redemptions, signIn } = issuance;
  const { state } = progress;
  if (flow !== 'authorization_code') throw unknownExternalToken(refusedBy(state, 'flow'));
  if (redemptions !== undefined) throw unknownExternalToken(refusedBy(state, 'redemptions'));
  if (signIn !== undefined) throw unknownExternalToken(refusedBy(state, 'sign_in'));
  if (!sameHash(grantHash, issuerStateHash)) throw unknownExternalToken({ reason: 'external_token_session' });
  switch (progress.state) {
    case 'created':
      if (now >= session.expiresAt) throw unknownExternalToken(refusedBy(state, 'expired'));
      return withResult(
        moved(session, { issuance: { ...issuance, progress: { state: 'token_issued', grant } } }),
        grant,
      );
    case 'token_issued':
    case 'issued':
    case 'completed': {
      const { grant: before } = progress;
      if (before.external !== true) throw unknownExternalToken(refusedBy(state, 'authorized_here'));
      if (before.dpopJkt !== grant.dpopJkt) throw unknownExternalToken(refusedBy(state, 'other_key'));
      if (validToken(before, grant.tokenHash, now) !== undefined) return withResult(unmoved(session), before);
      if (progress.state !== 'token_issued') throw unknownExternalToken(refusedBy(state, 'issued'));
      if (before.revoked) throw unknownExternalToken(refusedBy(state, 'revoked'));
      return withResult(moved(session, { issuance: { ...issuance, progress: { ...progress, grant } } }), grant);
    }
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
    case 'exhausted':
    case 'failed':
    case 'expired':
      throw unknownExternalToken(refusedBy(state, 'authorized_here'));
  }
}

/** @param detail why, by a stable name */
function refusedBy(state: IssuanceState, detail: string): Reasoned {
  return { reason: 'external_token_offer', facts: { state, detail } };
}

/** The error of every external server's token that isn't accepted. It does not reveal why. */
export function unknownExternalToken(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_token', 'The access token is unknown, revoked or expired', {
    scheme: 'DPoP',
    ...why,
  });
}
