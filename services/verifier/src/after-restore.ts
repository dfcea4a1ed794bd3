/** Ends presentation requests after a restore: one that was answered after the backup looks open in it. */

import {
  changePresentation,
  type PresentationWriter,
} from '@countersign/shared/model/presentation/change-presentation';
import { endRestored } from '@countersign/shared/model/presentation/presentation-transitions';
import type { SessionDocument } from '@countersign/shared/model/sessions';

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
