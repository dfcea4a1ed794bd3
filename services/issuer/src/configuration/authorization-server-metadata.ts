import type { JsonObject } from '@countersign/shared/kernel/json';
import { interactionEndpoint } from '@countersign/shared/openid4vp/interaction';

export const PRE_AUTHORIZED_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
export const REFRESH_TOKEN_GRANT = 'refresh_token';

export interface AuthorizationServerMetadataInput {
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly requirePushedAuthorizationRequests: boolean;
  readonly publicClients: boolean;
  readonly registeredClients: boolean;
  /** The tenant's features beyond the core, each built by its own function. */
  readonly features?: readonly ServerFeature[];
}

/** What a feature adds to the metadata of the authorization server. */
export interface ServerFeature {
  /** Entries in `token_endpoint_auth_methods_supported`. */
  readonly clientAuthentication?: readonly string[];
  /** Entries in `grant_types_supported`. */
  readonly grantTypes?: readonly string[];
  /** Additional members. */
  readonly members?: JsonObject;
}

/** Authorization server metadata (RFC 8414; RFC 9126, 5; RFC 9207, 3; RFC 9449, 5.1; OpenID4VCI 1.0, 12.3). */
export function authorizationServerMetadata(input: AuthorizationServerMetadataInput): JsonObject {
  const { issuer, features = [] } = input;
  const others = features.flatMap(({ clientAuthentication = [] }) => clientAuthentication);
  // RFC 8414, 2: the member is never left out, because its default is client_secret_basic.
  const keys = input.registeredClients || (!input.publicClients && others.length === 0);
  const methods = [...(input.publicClients ? ['none'] : []), ...(keys ? ['private_key_jwt'] : []), ...others];
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/authorize/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    pushed_authorization_request_endpoint: `${issuer}/authorize/par`,
    require_pushed_authorization_requests: input.requirePushedAuthorizationRequests,
    authorization_challenge_endpoint: `${issuer}/authorize/challenge`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      PRE_AUTHORIZED_CODE_GRANT,
      ...features.flatMap(({ grantTypes = [] }) => grantTypes),
    ],
    // RFC 8414, 2: empty arrays are omitted.
    ...(input.scopes.length === 0 ? {} : { scopes_supported: [...new Set(input.scopes)] }),
    token_endpoint_auth_methods_supported: methods,
    ...(keys ? { token_endpoint_auth_signing_alg_values_supported: ['ES256'] } : {}),
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    authorization_details_types_supported: ['openid_credential'],
    'pre-authorized_grant_anonymous_access_supported': input.publicClients,
    ...Object.assign({}, ...features.map(({ members = {} }) => members)),
  };
}

/**
 * Interactive authorization (OpenID4VCI 1.1 drafts). The challenge endpoint, which supports it too, is always
 * advertised.
 */
export function interactiveFeature(issuer: string): ServerFeature {
  return { members: { interactive_authorization_endpoint: interactionEndpoint(issuer, 'iae') } };
}
