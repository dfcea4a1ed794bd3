/** JSON Schemas of what wallets send. They are open: OAuth ignores unknown parameters (RFC 6749, 3.1). */

import { documented, freeObject, open, patterns, text, texts } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** Parameters are strings, in JSON too, and a body without any is missing. */
const form = { minProperties: 1, additionalProperties: text } as const;
const clientId = documented(text, { maxLength: 512 });
const jsonObject = documented({ ...text, description: 'JSON object' }, { pattern: patterns.objectText });
const details = documented({ ...text, description: 'JSON array (RFC 9396)' }, { pattern: `${patterns.arrayText}|^$` });

/** Parameters of the authorization endpoint: in its query, pushed, or as a challenge. */
const authorizeQueries = {
  auth_session: text,
  presentation_during_issuance_session: text,
  interaction_types_supported: { ...text, description: 'Names with commas between them (OpenID4VCI 1.1 drafts)' },
  openid4vp_response: { ...text, description: 'JSON object (OpenID4VCI 1.1 drafts)' },
  client_id: clientId,
  code_challenge: text,
  code_challenge_method: text,
  dpop_jkt: text,
  issuer_state: { ...text, description: 'From the offer; required unless wallets may start on their own' },
  redirect_uri: text,
  request_uri: { ...text, description: 'From a pushed request; only at the authorization endpoint' },
  resource: text,
  response_type: text,
  scope: text,
  state: text,
  authorization_details: details,
  client_assertion: { ...text, description: 'With client_assertion_type' },
  client_assertion_type: text,
} as const;

/** AuthorizeQueries. */
export const authorizeQueriesSchema: JsonObject = documented(
  open('AuthorizeQueries', [], authorizeQueries, {
    example: {
      response_type: 'code',
      client_id: 'https://wallet.example.com',
      redirect_uri: 'https://wallet.example.com/callback',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'pid',
    },
  }),
  form,
);

export const oauthTokenRequestSchema: JsonObject = documented(
  open(
    'AccessTokenRequest',
    ['grant_type'],
    {
      grant_type: {
        ...text,
        enum: ['authorization_code', 'urn:ietf:params:oauth:grant-type:pre-authorized_code'],
      },
      code: { ...text, description: 'Needed with authorization_code' },
      redirect_uri: text,
      code_verifier: text,
      client_id: clientId,
      'pre-authorized_code': { ...text, description: 'Needed with its grant type' },
      tx_code: text,
      resource: text,
      authorization_details: details,
      client_assertion: { ...text, description: 'With client_assertion_type' },
      client_assertion_type: text,
    },
    { example: { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code', 'pre-authorized_code': 'code' } },
  ),
  form,
);

/** Only in an encrypted request. */
const responseEncryption: JsonObject = open(
  'ResponseEncryption',
  ['jwk', 'enc'],
  {
    jwk: { ...freeObject, description: 'Public P-256 key with `alg` ECDH-ES' },
    enc: { type: 'string', enum: ['A128GCM', 'A256GCM'] },
    zip: { ...text, description: 'DEF; other values are ignored' },
  },
  { description: 'Key that encrypts the response; only in an encrypted request' },
);

export const credentialRequestSchema: JsonObject = open(
  'CredentialRequest',
  [],
  {
    credential_configuration_id: text,
    credential_identifier: text,
    proofs: open('KeyProofs', [], { jwt: texts }, { description: 'One key proof for each credential' }),
    proof: { ...freeObject, description: 'Older form, one key' },
    credential_response_encryption: responseEncryption,
  },
  { example: { credential_configuration_id: 'pid', proofs: { jwt: ['header.payload.signature'] } } },
);

export const notificationRequestSchema: JsonObject = open(
  'NotificationRequest',
  ['notification_id', 'event'],
  {
    notification_id: text,
    event: {
      description: 'The event; an object with event and event_description is accepted too',
      anyOf: [
        { type: 'string', enum: ['credential_accepted', 'credential_failure', 'credential_deleted'] },
        open('NotificationEvent', ['event'], { event: text, event_description: text }),
      ],
    },
    event_description: text,
  },
  { example: { notification_id: 'id-of-the-answer', event: 'credential_accepted' } },
);

export const deferredRequestSchema: JsonObject = open(
  'DeferredCredentialRequest',
  ['transaction_id'],
  { transaction_id: text, credential_response_encryption: responseEncryption },
  { example: { transaction_id: 'id-of-the-answer' } },
);

export const authorizationResponseSchema: JsonObject = documented(
  open(
    'AuthorizationResponse',
    [],
    {
      response: documented(
        { ...text, description: 'JWE with everything below (direct_post.jwt); then without vp_token and error' },
        { pattern: patterns.jwe },
      ),
      vp_token: documented({ ...text, description: 'JSON object (direct_post)' }, { pattern: patterns.objectText }),
      state: text,
      error: text,
      error_description: text,
    },
    { description: 'One of response, vp_token and error', example: { response: 'header.key.iv.ciphertext.tag' } },
  ),
  form,
);

export const browserAnswerSchema: JsonObject = open(
  'BrowserAnswer',
  ['protocol', 'data'],
  { protocol: text, data: freeObject },
  {
    description: 'What `navigator.credentials.get` gave to the authorization page, or to a page with a button',
    example: { protocol: 'openid4vp-v1-signed', data: { response: 'header.key.iv.ciphertext.tag' } },
  },
);

export const requestObjectRequestSchema: JsonObject = open(
  'RequestObjectRequest',
  [],
  { wallet_nonce: text, wallet_metadata: jsonObject },
  { description: 'OpenID4VP 1.0, 5.10', example: { wallet_nonce: 'qPmxiNFCR3QTm19POc8u' } },
);
