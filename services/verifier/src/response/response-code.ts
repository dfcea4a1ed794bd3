/** The one-time code of the same-device flow, which the backend redeems through the gateway (OpenID4VP 1.0, 13.3). */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import { presentedAt } from '@countersign/shared/model/session/presented-claims';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { changePresentation } from '../session/change-presentation.ts';
import { redeemCode } from '../session/presentation-transitions.ts';
import { hashOfCode } from './response-outcome.ts';

/**
 * Internal: parameter `sessionId` and query `response_code` -> `{}`. For an intermediary's party `{credentials}`, as
 * they are now: no view of the session has them.
 * @throws ProtocolError `not_found`; `conflict` for a code that is wrong or was redeemed
 */
export function redeemResponseCode(platform: Platform): Operation {
  return async ({ tenant, params, query }) => {
    const session = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
    if (session === undefined) throw noSession();
    const { presentation } = session;
    if (presentation === undefined) throw conflict('no_presentation');
    const hash = hashOfCode(query.response_code ?? '');
    const redeemed = await changePresentation(platform, { ...session, presentation }, (present) =>
      redeemCode(present, hash, platform.clock()),
    );
    if (redeemed === undefined) throw noSession();
    if (redeemed.result === 'wrong_or_used') throw conflict('wrong_or_used');
    // As decided on, because the write may have erased them.
    const sealed = presentation.eraseAfter === undefined ? undefined : presentedAt(presentation, platform.clock());
    if (sealed === undefined) return { body: {} };
    const vault = await platform.vaults.of(tenant);
    return { body: { credentials: parseJson(vault.open(sealed, `session/${session.id}/credentials`)) } };
  };
}

function noSession(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such session', { reason: 'session_unknown' });
}

function conflict(detail: string): ProtocolError {
  return new ProtocolError('conflict', 'The response code is wrong or was already redeemed', {
    reason: 'response_code',
    facts: { detail },
  });
}
