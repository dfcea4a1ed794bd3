/** The request id, which the parts of an issuance session with a presentation share. Pure. */
import type { IssuancePart, PresentationAttempt } from './issuance-part.ts';
import type { SessionClaims, SessionDocument } from './sessions.ts';

/** The attempt that waits for its presentation, or has been authorized by it. */
export function attemptOf(issuance: IssuancePart | undefined): PresentationAttempt | undefined {
  const progress = issuance?.progress;
  return progress?.state === 'presentation_required' || progress?.state === 'authorized' ? progress.attempt : undefined;
}

/** Id of the presentation request that an issuance names now; undefined where it names none. */
export function currentRequestId(issuance: IssuancePart | undefined): string | undefined {
  const progress = issuance?.progress;
  switch (progress?.state) {
    case 'token_issued':
    case 'issued':
    case 'completed':
      return progress.grant.requestId;
    default:
      return attemptOf(issuance)?.requestId;
  }
}

/** The claims of the present attempt; those of an earlier attempt are ignored. */
export function currentClaims({ issuance, claims }: SessionDocument): SessionClaims | undefined {
  return claims !== undefined && claims.requestId === currentRequestId(issuance) ? claims : undefined;
}

/** Life of a presentation request, milliseconds: its own where it is part of an issuance, else that of the session. */
export function requestLife({ presentation, createdAt, expiresAt }: SessionDocument): {
  readonly createdAt: number;
  readonly expiresAt: number;
} {
  return presentation?.life ?? { createdAt, expiresAt };
}
