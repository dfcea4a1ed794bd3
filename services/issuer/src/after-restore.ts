/**
 * Ends issuances after a restore: codes and tokens that were used after the backup look unused in it. Open issuances are ended,
 * so that no code, token or offer is accepted a second time.
 */

import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { endRestored } from './session/ending-transitions.ts';
import { changeIssuance, type IssuanceWriter, isIssuance } from './session/issuance-session.ts';

/**
 * Ends an issuance. If no credential was issued, it fails and its webhook is called. Otherwise only the token expires.
 * An expired issuance stays unchanged. Idempotent.
 * @returns what was ended; undefined if nothing was open
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
