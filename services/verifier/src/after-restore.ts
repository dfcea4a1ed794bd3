/** After the restore of a backup: a presentation request that was answered since then looks open, so it is ended. */

import type { SessionDocument } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { changePresentation, isOpen, isOver, presentationEvent } from './presentation-session.ts';

/** Reason of a presentation request that a restore has ended. */
export const RESTORED = 'restored';

type Parts = Pick<Platform, 'settings' | 'store' | 'clock' | 'random' | 'wakeRelay'>;

/**
 * Ends a presentation request that could be answered. That of an issuance ends with the issuance: nothing names it then.
 * May be repeated.
 * @returns whether there was one to end
 */
export async function endRequest(platform: Parts, session: SessionDocument): Promise<boolean> {
  const { presentation: present } = session;
  if (present === undefined || session.kind !== 'presentation') return false;
  const open = { ...session, presentation: present };
  const event = presentationEvent(platform, open, 'presentation.rejected.v1', { reason: RESTORED });
  const now = platform.clock();
  let ended = false;
  await changePresentation(platform, open, (part, document) => {
    ended = isOpen(part) && !isOver(document, now);
    if (!ended) return { presentation: part };
    return { presentation: { ...part, progress: { state: 'rejected', reason: RESTORED } }, events: [event] };
  });
  return ended;
}
