/**
 * After the restore of a backup: what wallets have used since then looks unused. Issuances that could go on are ended, so
 * that no code, token or offer counts a second time.
 */

import type { IssuancePart, SessionDocument } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { failIssuance } from './claims/settle-claims.ts';
import { changeIssuance } from './session/issuance-session.ts';

/** Reason of an issuance that a restore has ended. */
export const RESTORED = 'restored';

type Parts = Pick<Platform, 'settings' | 'store' | 'clock' | 'random' | 'wakeRelay'>;

/**
 * Ends an issuance: without a credential it has failed, and its webhook is told; of one that gave a credential only the
 * token ends. One whose time is over stays as it is. May be repeated.
 * @returns what became of it; undefined where there was nothing to end
 */
export async function endIssuance(platform: Parts, session: SessionDocument): Promise<'failed' | 'token' | undefined> {
  const { issuance: present } = session;
  if (present === undefined) return undefined;
  const now = platform.clock();
  let ended: 'failed' | 'token' | undefined;
  await changeIssuance(platform, { ...session, issuance: present }, (part, document) => {
    ended = undefined;
    if (usableUntil(part, document.expiresAt) <= now) return { issuance: part };
    const { progress } = part;
    if (progress.state === 'issued' || progress.state === 'completed') {
      ended = 'token';
      return { issuance: { ...part, progress: { ...progress, grant: { ...progress.grant, revoked: true } } } };
    }
    ended = 'failed';
    return failIssuance(platform, document, RESTORED);
  });
  return ended;
}

/** The time (milliseconds) after which no offer, code or token of it counts; 0 where none does. */
function usableUntil({ progress }: IssuancePart, offer: number): number {
  switch (progress.state) {
    case 'created':
      return offer;
    case 'pushed':
    case 'authorized':
      return Math.max(offer, progress.expiresAt);
    case 'presentation_required':
      return Math.max(offer, progress.attempt.expiresAt);
    case 'token_issued':
      return Math.max(offer, progress.grant.expiresAt);
    case 'issued':
    case 'completed':
      return progress.grant.revoked === true ? 0 : progress.grant.expiresAt;
    case 'exhausted':
    case 'failed':
    case 'expired':
      return 0;
  }
}
