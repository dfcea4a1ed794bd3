/** POST token (RFC 6749, 4.1.3 and 5; OpenID4VCI 1.0, 6). */

import { bodyObject } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type AuthorizationServer, type Received, received } from '../client/received.ts';
import { text } from '../client/wallet-parameters.ts';
import { PRE_AUTHORIZED_CODE_GRANT, REFRESH_TOKEN_GRANT } from '../configuration/authorization-server-metadata.ts';
import { tokenChecks } from './checks.ts';
import { redeemAuthorizationCode } from './token-authorization-code.ts';
import { redeemPreAuthorized } from './token-pre-authorized-code.ts';
import { redeemRefreshToken } from './token-refresh.ts';

/** Redeems a code, a pre-authorized code or a refresh token. A nonce retry (`use_dpop_nonce`) consumes nothing. */
export function tokenEndpoint(server: AuthorizationServer): ReportingOperation {
  return async (request, reports) => {
    const body = await redeem(received(server, { request, reports }), text(bodyObject(request), 'grant_type'));
    const dpopNonce = request.headers.dpop === undefined ? undefined : await server.dpop.offerNonce(request.tenant);
    return {
      body,
      headers: { pragma: 'no-cache', ...(dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce }) },
    };
  };
}

async function redeem(begun: Received, grantType: string | undefined): Promise<JsonObject> {
  switch (grantType) {
    case PRE_AUTHORIZED_CODE_GRANT:
      return redeemPreAuthorized(await tokenChecks.run('preAuth', begun));
    case REFRESH_TOKEN_GRANT:
      return redeemRefreshToken(await tokenChecks.run('refresh', begun));
    default:
      return redeemAuthorizationCode(await tokenChecks.run('code', begun));
  }
}
