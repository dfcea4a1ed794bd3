/**
 * After the restore of a backup: what wallets have used since then looks unused. Issuances that could go on are ended, so
 * that no code, token or offer counts a second time.
 */

import { endRestored } from '@countersign/shared/model/issuance/ending';
import type { SessionDocument } from '@countersign/shared/model/sessions';
import { changeIssuance, type IssuanceWriter, isIssuance } from './session/issuance-session.ts';

/**
 * Ends an issuance: without a credential it has failed, and its webhook learns that; of one that gave a credential only the
 * token ends. One whose time is over stays as it is. May be repeated.
 * @returns what became of it; undefined where there was nothing to end
 */
export async function endIssuance(
  platform: IssuanceWriter,
  session: SessionDocument,
): Promise<'failed' | 'token' | undefined> {
  if (!isIssuance(session)) return undefined;
  const now = platform.clock();
  const changed = await changeIssuance(platform, session, (present) => endRestored(present, now));
  return changed?.result;
}
