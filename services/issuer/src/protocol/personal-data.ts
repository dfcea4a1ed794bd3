/** What an issuance keeps of a person, and until when. Pure. */
import type { IssuanceProgress, SessionClaims, SessionDocument } from '@countersign/shared/model/sessions';

/** Whether nothing is issued any more: what credentials are made of is gone, or goes with the write of this state. */
export function isEnded(progress: IssuanceProgress): boolean {
  switch (progress.state) {
    case 'exhausted':
    case 'failed':
    case 'expired':
      return true;
    case 'completed':
      return progress.claimsKept !== true;
    default:
      return false;
  }
}

/**
 * The session without what only issuing needs: the claims of the offer and of the webhook, and what was deferred. While a
 * token is good its wallet may ask again, also when it has reported everything, so it is kept until then.
 */
export function withoutPersonalData(session: SessionDocument): SessionDocument {
  const { claims, issuance, ...rest } = session;
  if (issuance === undefined) return session;
  const { sealedClaims: _, deferred: __, ...part } = issuance;
  return { ...rest, issuance: part, ...(claims === undefined ? {} : { claims: withoutAnswer(claims) }) };
}

/** Claims that are still waited for, or not checked yet, are for nobody any more: an answer that comes is not stored. */
function withoutAnswer(claims: SessionClaims): SessionClaims {
  const { requestId, deadline, state } = claims;
  switch (state) {
    case 'failed':
      return claims;
    case 'ready':
      return { requestId, deadline, state };
    case 'expected':
    case 'answered':
      return { requestId, deadline, state: 'failed', reason: 'issuance_ended' };
  }
}
