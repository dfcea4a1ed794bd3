/** What an issuance keeps of a person, and until when. Pure. */

import type { SessionDocument } from '../sessions.ts';
import { claimsOfEnded } from './claims.ts';
import type { IssuanceProgress } from './issuance-part.ts';

/** True where nothing is issued any more: what credentials are made of is gone, or goes with the write of this state. */
export function isEnded(progress: IssuanceProgress): boolean {
  switch (progress.state) {
    case 'exhausted':
    case 'failed':
    case 'expired':
      return true;
    case 'completed':
      return progress.claimsKept !== true;
    case 'created':
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
    case 'token_issued':
    case 'issued':
      return false;
  }
}

/**
 * The session without what only issuing needs: the claims of the offer and of the webhook, and what was deferred. While a
 * token is good its wallet may ask again, also when it has reported everything, so it is kept until then.
 */
export function withoutPersonalData<T extends SessionDocument>(session: T): T {
  const { claims, issuance, ...rest } = session;
  if (issuance === undefined) return session;
  const { sealedClaims: _, deferred: __, ...part } = issuance;
  const kept = { ...rest, issuance: part, ...(claims === undefined ? {} : { claims: claimsOfEnded(claims) }) };
  return kept as unknown as T;
}
