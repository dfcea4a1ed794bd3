/** The backend cancels an issuance through the gateway. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';
import { cancelIssuance } from './ending-transitions.ts';
import { changeIssuance, issuanceById } from './issuance-session.ts';

/**
 * Internal: parameter `sessionId` -> `{}`. The outcome webhook and the events report the end, and wallets get the
 * protocol's error.
 * @throws ProtocolError `not_found`; `conflict` if a wallet has a token, or the issuance has ended
 */
export function cancel(platform: Platform): Operation {
  return async ({ tenant, params }) => {
    const session = await issuanceById(platform, tenant, params.sessionId ?? '');
    const now = platform.clock();
    const changed = session && (await changeIssuance(platform, session, (present) => cancelIssuance(present, now)));
    if (changed === undefined)
      throw new ProtocolError('not_found', 'There is no such session', { reason: 'session_unknown' });
    const { state } = changed.session.issuance.progress;
    if (changed.result !== 'cancelled') {
      throw new ProtocolError('conflict', 'The issuance has ended, or a wallet has redeemed it', {
        reason: 'session_not_open',
        facts: { state },
      });
    }
    return { body: {} };
  };
}
