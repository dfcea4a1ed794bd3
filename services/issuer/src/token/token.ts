/** POST token (RFC 6749, 4.1.3 and 5; OpenID4VCI 1.0, 6). */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { checks } from '../checks/checks.ts';
import { type AuthorizationServer, received } from '../checks/received.ts';
import { text } from '../protocol/authorization-request.ts';
import { PRE_AUTHORIZED_CODE_GRANT } from '../protocol/authorization-server-metadata.ts';
import { redeemAuthorizationCode } from './token-authorization-code.ts';
import { redeemPreAuthorized } from './token-pre-authorized-code.ts';

/** Redeems a code or a pre-authorized code. A nonce retry (`use_dpop_nonce`) consumes nothing. */
export function tokenEndpoint(server: AuthorizationServer): Operation {
  return async (request) => {
    const begun = received(server, request);
    const preAuthorized = text(bodyObject(request), 'grant_type') === PRE_AUTHORIZED_CODE_GRANT;
    const body = preAuthorized
      ? await redeemPreAuthorized(await checks.run('preAuth', begun))
      : await redeemAuthorizationCode(await checks.run('code', begun));
    const dpopNonce = request.headers.dpop === undefined ? undefined : await server.dpop.offerNonce(request.tenant);
    return {
      body,
      headers: { pragma: 'no-cache', ...(dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce }) },
    };
  };
}
