/** Which personal data an issuance keeps, and until when. Pure. */

import { claimsOfEnded } from '@countersign/shared/model/session/claims';
import type {
  DeferredCredential,
  IssuancePart,
  IssuanceProgress,
} from '@countersign/shared/model/session/issuance-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';

/** True if nothing more is issued: the claims are erased, at the latest by the write of this state. */
export function issuesNothingMore(progress: IssuanceProgress): boolean {
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
 * The session without the data that only issuing needs: the claims from the offer, the webhook and the sign-in, and
 * deferred requests. It is kept while a token is valid: the wallet may request again, even after it has reported
 * everything.
 */
export function withoutPersonalData<T extends SessionDocument>(session: T): T {
  const { claims, issuance, ...rest } = session;
  if (issuance === undefined) return session;
  const { sealedClaims: _, deferred: __, sealedSignedIn: ___, signIn, ...others } = issuance;
  const { sealedPerson: ____, ...kind } = signIn ?? {};
  const part = signIn === undefined ? others : { ...others, signIn: kind };
  const kept = { ...rest, issuance: part, ...(claims === undefined ? {} : { claims: claimsOfEnded(claims) }) };
  return kept as unknown as T;
}

/** True if the response to a deferred request is no longer repeated. @param now milliseconds */
export function isPast({ delivered }: Pick<DeferredCredential, 'delivered'>, now: number): boolean {
  return delivered?.until !== undefined && delivered.until <= now;
}

/** The part without responses that are no longer repeated; the same object if nothing changes. */
export function withoutPastAnswers(part: IssuancePart, now: number): IssuancePart {
  const kept = part.deferred?.filter((one) => !isPast(one, now));
  return kept === undefined || kept.length === part.deferred?.length ? part : { ...part, deferred: kept };
}
