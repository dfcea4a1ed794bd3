/** Ends presentation requests after a restore. A request that was used after the backup looks open in it. */

import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { changePresentation, type PresentationWriter } from './session/change-presentation.ts';
import { closeRequest } from './session/presentation-transitions.ts';

/**
 * Ends a presentation request that is still open. An issuance's request ends with the issuance, which then no longer
 * refers to it. Idempotent.
 * @returns whether the request was open
 */
export async function endRequest(platform: PresentationWriter, session: SessionDocument): Promise<boolean> {
  const { presentation } = session;
  if (presentation === undefined || session.kind !== 'presentation') return false;
  const now = platform.clock();
  const ended = await changePresentation(platform, { ...session, presentation }, (present) =>
    closeRequest(present, 'restored', now),
  );
  return ended?.result ?? false;
}
