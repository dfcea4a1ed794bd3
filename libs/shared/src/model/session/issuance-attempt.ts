/** The request id, which the parts of an issuance session with a presentation share. Pure. */
import type { IssuancePart, PresentationAttempt } from './issuance-part.ts';
import type { SessionClaims, SessionDocument } from './sessions.ts';

/** The attempt that waits for its presentation, or was authorized by it. */
export function attemptOf(issuance: IssuancePart | undefined): PresentationAttempt | undefined {
  const progress = issuance?.progress;
  return progress?.state === 'presentation_required' || progress?.state === 'authorized' ? progress.attempt : undefined;
}

/** Id of an issuance's current presentation request, if any. */
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

/** The current attempt's claims. An earlier attempt's are ignored. */
export function currentClaims({ issuance, claims }: SessionDocument): SessionClaims | undefined {
  return claims !== undefined && claims.requestId === currentRequestId(issuance) ? claims : undefined;
}

/** Life of a presentation request, milliseconds: its own if it is part of an issuance, otherwise the session's. */
export function requestLife({ presentation, createdAt, expiresAt }: SessionDocument): {
  readonly createdAt: number;
  readonly expiresAt: number;
} {
  return presentation?.life ?? { createdAt, expiresAt };
}
