/** Whether an attempt has its presentation: the only check before every code that needs one. Pure. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';

/** Progress of an attempt's presentation; undefined for a presentation with another request id. */
export function presentationOf(
  attempt: PresentationAttempt,
  presentation: PresentationPart | undefined,
): PresentationPart['progress'] | undefined {
  if (presentation === undefined || !sameHash(presentation.requestHash, attempt.requestId)) return undefined;
  return presentation.progress;
}

/**
 * Whether the wallet that continues is the wallet that presented: the verifier issued
 * `presentation_during_issuance_session` only to the wallet that responded.
 */
export function hasPresented(
  attempt: PresentationAttempt,
  presentation: PresentationPart | undefined,
  presentationSession: string,
): boolean {
  const progress = presentationOf(attempt, presentation);
  if (progress?.state !== 'verified' || progress.presentationSession === undefined) return false;
  const hash = hashOf(presentationSession);
  return sameHash(progress.presentationSession.hash, hash);
}
