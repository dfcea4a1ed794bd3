/** The one-time code of the same-device return: redeemed by the backend, through the gateway (OpenID4VP 1.0, 13.3). */

import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sessions } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { changePresentation } from './presentation-session.ts';
import { hashOfCode } from './response-outcome.ts';

/**
 * Internal: parameter `sessionId` and query `response_code` -> `{}`.
 * @throws ProtocolError `not_found`; `conflict` for a code that is wrong or was redeemed
 */
export function redeemResponseCode(platform: Platform): Operation {
  return async ({ tenant, params, query }) => {
    const session = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
    if (session === undefined) {
      throw new ProtocolError('not_found', 'There is no such session');
    }
    if (session.presentation === undefined) throw conflict();
    const hash = hashOfCode(query.response_code ?? '');
    const stored = await changePresentation(platform, { ...session, presentation: session.presentation }, (part) => {
      const { progress } = part;
      const code = progress.state === 'created' ? undefined : progress.responseCode;
      if (progress.state === 'created' || code === undefined || code.redeemed) throw conflict();
      if (!sameHash(code.hash, hash)) throw conflict();
      return { presentation: { ...part, progress: { ...progress, responseCode: { ...code, redeemed: true } } } };
    });
    if (stored === undefined) throw new ProtocolError('not_found', 'There is no such session');
    return { body: {} };
  };
}

function conflict(): ProtocolError {
  return new ProtocolError('conflict', 'The response code is wrong or was redeemed before');
}
