/** The backend cancels a presentation request through the gateway. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { changePresentation } from './change-presentation.ts';
import { closeRequest } from './presentation-transitions.ts';

/**
 * Internal: parameter `sessionId` -> `{}`. The webhook and the events report the end, and wallets get the protocol's
 * error.
 * @throws ProtocolError `not_found`; `conflict` if the request has ended
 */
export function cancel(platform: Platform): Operation {
  return async ({ tenant, params }) => {
    const session = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
    const { presentation } = session ?? {};
    const now = platform.clock();
    const changed =
      session && presentation && session.kind === 'presentation'
        ? await changePresentation(platform, { ...session, presentation }, (present) =>
            closeRequest(present, 'cancelled', now),
          )
        : undefined;
    if (changed === undefined)
      throw new ProtocolError('not_found', 'There is no such session', { reason: 'session_unknown' });
    if (!changed.result) {
      throw new ProtocolError('conflict', 'The presentation request has ended', {
        reason: 'session_not_open',
        facts: { state: changed.session.presentation.progress.state },
      });
    }
    return { body: {} };
  };
}
