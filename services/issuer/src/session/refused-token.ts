/**
 * Why an access token isn't accepted, for the backend's developer: the wallet receives one text for all causes. Pure.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { grantOf, tokensOf } from './grant.ts';

/**
 * The reason for a token that belongs to the session and is refused there.
 * @param now milliseconds
 */
export function refusedToken(progress: IssuanceProgress, tokenHash: string, now: number): Reasoned {
  const { state } = progress;
  const grant = grantOf(progress);
  if (grant === undefined) {
    const ended = state === 'exhausted' || state === 'expired';
    return ended ? { reason: 'issuance_ended', facts: { state } } : unknownToken('none_issued');
  }
  const token = tokensOf(grant).find((one) => sameHash(one.tokenHash, tokenHash));
  if (token === undefined) return unknownToken('another_token');
  // First: the token of an issuance that has ended by time is revoked too.
  if (now >= token.expiresAt) return { reason: 'token_expired', facts: expiredFact(token.expiresAt, now) };
  return grant.revoked ? { reason: 'token_revoked', facts: { state } } : { reason: 'issuance_ended', facts: { state } };
}

function unknownToken(detail: string): Reasoned {
  return { reason: 'token_unknown', facts: { detail } };
}
