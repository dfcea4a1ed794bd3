/** POST token (RFC 6749, 4.1.3 and 5; OpenID4VCI 1.0, 6). */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import type { ClientAuthentication } from '../client/client-authentication.ts';
import type { Dpop } from '../client/dpop.ts';
import type { Configurations } from '../metadata/configurations.ts';
import { checkResource, text } from '../protocol/authorization-request.ts';
import { PRE_AUTHORIZED_CODE_GRANT } from '../protocol/authorization-server-metadata.ts';
import { redeemAuthorizationCode } from './token-authorization-code.ts';
import { redeemPreAuthorized } from './token-pre-authorized-code.ts';

export interface TokenDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly clients: ClientAuthentication;
  readonly dpop: Dpop;
}

/** Redeems a code or a pre-authorized code. A nonce retry (`use_dpop_nonce`) consumes nothing. */
export function tokenEndpoint(dependencies: TokenDependencies): Operation {
  const { platform, clients, dpop } = dependencies;
  return async (request) => {
    const parameters = bodyObject(request);
    const grantType = text(parameters, 'grant_type');
    if (grantType === undefined) throw new ProtocolError('invalid_request', 'grant_type is missing');
    if (grantType !== 'authorization_code' && grantType !== PRE_AUTHORIZED_CODE_GRANT) {
      throw new ProtocolError('unsupported_grant_type', 'This grant type is not supported');
    }
    checkResource(text(parameters, 'resource'), credentialIssuer(platform.settings.PUBLIC_URL, request.tenant));
    // Before the client: its assertion is used up by a request that is only asked for a nonce otherwise.
    const proof = await dpop.check(request);
    if (proof === undefined && platform.settings.DPOP === 'required') {
      throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed');
    }
    const client = await clients.authenticate(request.tenant, parameters);
    const redemption = {
      tenant: request.tenant,
      ...(request.reached === undefined ? {} : { reached: request.reached }),
      parameters,
      ...(client === undefined ? {} : { client }),
      ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
      useProof: async () => proof?.use(),
    };
    const body =
      grantType === 'authorization_code'
        ? await redeemAuthorizationCode(platform, redemption)
        : await redeemPreAuthorized(dependencies, redemption);
    const dpopNonce = proof === undefined ? undefined : await dpop.offerNonce(request.tenant);
    return {
      body,
      headers: { pragma: 'no-cache', ...(dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce }) },
    };
  };
}
