/** Ends presentation requests after a restore: one that was answered after the backup looks open in it. */

import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { changePresentation, type PresentationWriter } from './session/change-presentation.ts';
import { endRestored } from './session/presentation-transitions.ts';

/**
 * Ends a presentation request that is still open. The request of an issuance ends with the issuance, which then names none.
 * Idempotent.
 * @returns whether the request was open
 */
export async function endRequest(platform: PresentationWriter, session: SessionDocument): Promise<boolean> {
  const { presentation } = session;
  if (presentation === undefined || session.kind !== 'presentation') return false;
  const now = platform.clock();
  const ended = await changePresentation(platform, { ...session, presentation }, (present) =>
    endRestored(present, now),
  );
  return ended?.result ?? false;
}
