/** Events that others have for an issuance. Both handlers act on the document: the event is only a bell. */
import type { EventHandler } from '@countersign/shared/bus/port';
import type { Platform } from '@countersign/shared/runtime/service';
import { attemptOf } from '@countersign/shared/store/issuance-attempt';
import { sessions } from '@countersign/shared/store/sessions';
import type { Configurations } from './configurations.ts';
import { changeIssuance, type IssuanceSession } from './issuance-session.ts';
import { presentationOf } from './protocol/presentation-proven.ts';
import { failIssuance, settleClaims } from './settle-claims.ts';

/** Handles `presentation-results`: the rejected presentation of the present attempt ends the issuance. */
export function presentationResults(platform: Platform): EventHandler {
  return async ({ subject }) => {
    const session = await issuanceOf(platform, subject);
    if (session === undefined) return;
    await changeIssuance(platform, session, (part, document) => {
      const attempt = part.progress.state === 'presentation_required' ? attemptOf(part) : undefined;
      if (attempt === undefined) return { issuance: part };
      if (presentationOf(attempt, document.presentation)?.state !== 'rejected') return { issuance: part };
      return failIssuance(platform, document, 'presentation_rejected');
    });
  };
}

/** Handles `webhook-results`: checks the claims that have arrived, or ends the issuance that gets none. */
export function webhookResults(platform: Platform, configurations: Configurations): EventHandler {
  return async ({ subject }) => {
    const session = await issuanceOf(platform, subject);
    if (session !== undefined) await settleClaims({ platform, configurations }, session);
  };
}

async function issuanceOf({ store }: Platform, id: string): Promise<IssuanceSession | undefined> {
  const session = await store.get(sessions, id);
  return session?.issuance === undefined ? undefined : { ...session, issuance: session.issuance };
}
