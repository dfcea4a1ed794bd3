/** JSON Schemas of responses to wallets, for the API description. Responses may gain fields: they are open. */

import { freeObject, freeObjects, open, text, texts } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const seconds = { type: 'integer', description: 'Seconds' } as const;

export const parResponseSchema: JsonObject = open('ParResponse', ['request_uri', 'expires_in'], {
  request_uri: text,
  expires_in: seconds,
});

export const jwksSchema: JsonObject = open('Jwks', ['keys'], {
  keys: {
    type: 'array',
    items: open('PublicKey', ['kty'], { kty: text, crv: text, x: text, y: text, kid: text, alg: text, use: text }),
  },
});

export const jwtVcIssuerSchema: JsonObject = open(
  'JwtVcIssuerMetadata',
  ['issuer', 'jwks'],
  { issuer: text, jwks: jwksSchema },
  { description: 'SD-JWT VC, 4' },
);

export const issuerMetadataSchema: JsonObject = open(
  'IssuerMetadata',
  [
    'credential_issuer',
    'authorization_servers',
    'credential_endpoint',
    'notification_endpoint',
    'batch_credential_issuance',
    'display',
    'credential_configurations_supported',
  ],
  {
    credential_issuer: text,
    authorization_servers: texts,
    credential_endpoint: text,
    nonce_endpoint: text,
    deferred_credential_endpoint: text,
    notification_endpoint: text,
    batch_credential_issuance: open('BatchCredentialIssuance', ['batch_size'], { batch_size: { type: 'integer' } }),
    display: freeObjects,
    credential_configurations_supported: freeObject,
    credential_request_encryption: freeObject,
    credential_response_encryption: freeObject,
    authorization_server: { ...text, description: 'Absent with WALLET_DIALECT=standard' },
  },
  { description: 'OpenID4VCI 1.0, 12.2.4' },
);

export const authServerMetadataSchema: JsonObject = open(
  'AuthServerMetadata',
  [
    'issuer',
    'token_endpoint',
    'authorization_endpoint',
    'jwks_uri',
    'pushed_authorization_request_endpoint',
    'authorization_challenge_endpoint',
    'code_challenge_methods_supported',
    'dpop_signing_alg_values_supported',
    'require_pushed_authorization_requests',
  ],
  {
    issuer: text,
    token_endpoint: text,
    authorization_endpoint: text,
    jwks_uri: text,
    pushed_authorization_request_endpoint: text,
    authorization_challenge_endpoint: text,
    interactive_authorization_endpoint: text,
    code_challenge_methods_supported: texts,
    dpop_signing_alg_values_supported: texts,
    require_pushed_authorization_requests: { type: 'boolean' },
    response_types_supported: texts,
    response_modes_supported: texts,
    grant_types_supported: texts,
    scopes_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    token_endpoint_auth_signing_alg_values_supported: texts,
    challenge_endpoint: text,
    client_attestation_signing_alg_values_supported: texts,
    client_attestation_pop_signing_alg_values_supported: texts,
    authorization_response_iss_parameter_supported: { type: 'boolean' },
    authorization_details_types_supported: texts,
    'pre-authorized_grant_anonymous_access_supported': { type: 'boolean' },
  },
  { description: 'RFC 8414' },
);

export const credentialOfferSchema: JsonObject = open(
  'CredentialOffer',
  ['credential_issuer', 'credential_configuration_ids'],
  { credential_issuer: text, credential_configuration_ids: texts, grants: freeObject },
  { description: 'OpenID4VCI 1.0, 4.1.1' },
);

export const accessTokenResponseSchema: JsonObject = open(
  'AccessTokenResponse',
  ['access_token', 'token_type', 'expires_in'],
  {
    access_token: text,
    token_type: { type: 'string', enum: ['DPoP', 'Bearer'] },
    expires_in: seconds,
    scope: text,
    authorization_details: freeObjects,
  },
);

export const nonceResponseSchema: JsonObject = open('NonceResponse', ['c_nonce'], {
  c_nonce: text,
  c_nonce_expires_in: seconds,
});

export const attestationChallengeSchema: JsonObject = open('AttestationChallenge', ['attestation_challenge'], {
  attestation_challenge: text,
});

const nextNonce = {
  c_nonce: { ...text, description: 'Absent with WALLET_DIALECT=standard, as c_nonce_expires_in' },
  c_nonce_expires_in: seconds,
} as const;

export const credentialResponseSchema: JsonObject = open('CredentialResponse', ['credentials'], {
  credentials: {
    type: 'array',
    items: open('Credential', ['credential'], {
      credential: { ...text, description: 'SD-JWT VC, or base64url of an IssuerSigned of ISO mdoc' },
    }),
  },
  notification_id: text,
  ...nextNonce,
});

export const deferredResponseSchema: JsonObject = open('DeferredCredentialResponse', ['transaction_id', 'interval'], {
  transaction_id: text,
  interval: seconds,
  ...nextNonce,
});

export const challengeResponseSchema: JsonObject = open('ChallengeResponse', ['authorization_code'], {
  authorization_code: text,
});

export const interactionResponseSchema: JsonObject = open('InteractionResponse', ['status'], {
  status: { type: 'string', enum: ['require_interaction', 'ok'] },
  type: { ...text, description: 'The required interaction, under the name that the wallet used' },
  auth_session: text,
  openid4vp_request: freeObject,
  request_uri: text,
  expires_in: { type: 'integer' },
  code: text,
});

export const followResponseSchema: JsonObject = open('FollowResponse', ['state'], {
  state: { type: 'string', enum: ['waiting', 'continue', 'expired', 'refused'] },
  reason: {
    type: 'string',
    enum: ['declined', 'not_accepted', 'issuer'],
    description: "With refused, and with waiting if the wallet's last response was not accepted",
  },
  redirect: { ...text, description: 'Redirect target; with error=access_denied if the issuance ended' },
});

export const pageRequestsResponseSchema: JsonObject = open('PageRequests', ['requests'], {
  requests: { ...freeObjects, description: '`{protocol, data}`, for `navigator.credentials.get`' },
});

export const buttonStateSchema: JsonObject = open('ButtonState', ['state'], {
  state: { type: 'string', enum: ['waiting', 'verified', 'refused', 'expired'] },
  step: {
    type: 'string',
    enum: ['opened', 'returning'],
    description: 'While it waits: the wallet has the request, or is redirecting its browser',
  },
  reason: {
    type: 'string',
    enum: ['declined', 'not_accepted'],
    description: "With refused, and with waiting if the wallet's last response was not accepted",
  },
  secondsLeft: { type: 'integer', minimum: 0, description: 'Until the request ends; only while it waits' },
});

export const buttonRequestSchema: JsonObject = open('ButtonRequest', ['secondsLeft'], {
  secondsLeft: { type: 'integer', minimum: 0, description: 'Until the request ends' },
  link: { ...text, description: 'Opens a wallet on the same device; only with a way back to the browser' },
  qr: open('ButtonCode', ['size', 'path'], {
    size: { type: 'integer', minimum: 1, description: 'Modules of a side, with the quiet zone' },
    path: { ...text, description: 'The dark modules, as `d` of an SVG path' },
  }),
  requests: { ...freeObjects, description: '`{protocol, data}`, for `navigator.credentials.get`' },
});

/** The page follows the session's state. */
export const browserAnswerResponseSchema: JsonObject = open('BrowserAnswerTaken', [], {});

export const presentationAnswerSchema: JsonObject = open('PresentationAnswer', [], {
  redirect_uri: { ...text, description: 'Redirect target for a browser on the same device' },
  presentation_during_issuance_session: { ...text, description: 'For the second authorization challenge' },
});
