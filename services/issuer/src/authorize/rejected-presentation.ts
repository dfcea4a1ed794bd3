/** The end of an issuance whose presentation was rejected, decided by the document: each service that reads it may write it. */

import { attemptOf } from '@countersign/shared/model/issuance-attempt';
import type { Platform } from '@countersign/shared/runtime/service';
import { failIssuance } from '../claims/settle-claims.ts';
import { presentationOf } from '../protocol/presentation-proven.ts';
import type { Change, IssuanceSession } from '../session/issuance-session.ts';

/** @returns the end of the issuance; undefined where the presentation of its present attempt was not rejected */
export function endOfRejected(platform: Platform, session: IssuanceSession): Change | undefined {
  const { issuance, presentation } = session;
  const attempt = issuance.progress.state === 'presentation_required' ? attemptOf(issuance) : undefined;
  if (attempt === undefined || presentationOf(attempt, presentation)?.state !== 'rejected') return undefined;
  return failIssuance(platform, session, 'presentation_rejected');
}
