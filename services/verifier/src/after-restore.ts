/** After the restore of a backup: a presentation request that was answered since then looks open, so it is ended. */

import {
  changePresentation,
  type PresentationWriter,
} from '@countersign/shared/model/presentation/change-presentation';
import { endRestored } from '@countersign/shared/model/presentation/presentation-transitions';
import type { SessionDocument } from '@countersign/shared/model/sessions';

/**
 * Ends a presentation request that could be answered. That of an issuance ends with the issuance, which names no request then.
 * May be repeated.
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
