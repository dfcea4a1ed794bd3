/** Whether an attempt has its presentation: the one check that stands before every code that needs one. Pure. */
import { hashOf } from '../../crypto/sha256.ts';
import { sameHash } from '../../crypto/wallet-reference.ts';
import type { PresentationPart } from '../presentation/presentation-part.ts';
import type { PresentationAttempt } from './issuance-part.ts';

/** Where the presentation of an attempt stands. One that belongs to another request id is none. */
export function presentationOf(
  attempt: PresentationAttempt,
  presentation: PresentationPart | undefined,
): PresentationPart['progress'] | undefined {
  if (presentation === undefined || !sameHash(presentation.requestHash, attempt.requestId)) return undefined;
  return presentation.progress;
}

/**
 * Whether who goes on is who has presented: the verifier gave `presentation_during_issuance_session` to the wallet that
 * answered, and to nobody else.
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
