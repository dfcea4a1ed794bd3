/** Whether an attempt has its presentation: the one check before every code that needs one. Pure. */
import { hashOf } from '../../crypto/sha256.ts';
import { sameHash } from '../../crypto/wallet-reference.ts';
import type { PresentationPart } from '../presentation/presentation-part.ts';
import type { PresentationAttempt } from './issuance-part.ts';

/** Progress of the presentation of an attempt; undefined for a presentation of another request id. */
export function presentationOf(
  attempt: PresentationAttempt,
  presentation: PresentationPart | undefined,
): PresentationPart['progress'] | undefined {
  if (presentation === undefined || !sameHash(presentation.requestHash, attempt.requestId)) return undefined;
  return presentation.progress;
}

/**
 * Whether the wallet that continues is the one that presented: the verifier issued `presentation_during_issuance_session`
 * only to the wallet that answered.
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
