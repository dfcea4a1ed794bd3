/** JSON Schemas of what wallets send. They are open: OAuth ignores unknown parameters (RFC 6749, 3.1). */
import type { JsonObject } from '../json.ts';

const text = { type: 'string' } as const;

/** AuthorizeQueries. */
export const authorizeQueriesSchema: JsonObject = {
  type: 'object',
  properties: {
    auth_session: text,
    presentation_during_issuance_session: text,
    client_id: text,
    code_challenge: text,
    code_challenge_method: text,
    dpop_jkt: text,
    issuer_state: text,
    redirect_uri: text,
    request_uri: text,
    resource: text,
    response_type: text,
    scope: text,
    state: text,
    authorization_details: text,
  },
};

export const oauthTokenRequestSchema: JsonObject = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: text,
    code: text,
    redirect_uri: text,
    code_verifier: text,
    client_id: text,
    'pre-authorized_code': text,
    tx_code: text,
    resource: text,
    authorization_details: text,
  },
};

export const credentialRequestSchema: JsonObject = {
  type: 'object',
  properties: {
    credential_configuration_id: text,
    credential_identifier: text,
    proofs: { type: 'object', properties: { jwt: { type: 'array', items: text } } },
    proof: { type: 'object', description: 'Older form, one key' },
  },
};

export const notificationRequestSchema: JsonObject = {
  type: 'object',
  required: ['notification_id', 'event'],
  properties: {
    notification_id: text,
    event: {
      description: 'The event; an object with event and event_description is accepted too',
      anyOf: [
        { type: 'string', enum: ['credential_accepted', 'credential_failure', 'credential_deleted'] },
        { type: 'object', required: ['event'], properties: { event: text, event_description: text } },
      ],
    },
    event_description: text,
  },
};

export const deferredRequestSchema: JsonObject = {
  type: 'object',
  required: ['transaction_id'],
  properties: { transaction_id: text },
};

export const authorizationResponseSchema: JsonObject = {
  type: 'object',
  properties: { response: text, vp_token: text, state: text, error: text, error_description: text },
};
