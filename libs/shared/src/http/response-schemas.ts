/** JSON Schemas of the answers, for the API description. Answers may gain fields: they are open. */
import type { JsonObject } from '../json.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const anyObject = { type: 'object' } as const;
const dateTime = { type: 'string', format: 'date-time' } as const;

function open(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required, properties };
}

export const problemSchema: JsonObject = open(['type', 'title', 'status'], {
  type: text,
  title: text,
  status: { type: 'integer' },
  detail: text,
  instance: text,
  errors: { type: 'array', items: open(['pointer', 'detail'], { pointer: text, detail: text }) },
});

export const oauthErrorSchema: JsonObject = open(['error'], { error: text, error_description: text });

export const offerResponseSchema: JsonObject = open(['uri', 'session'], {
  uri: { type: 'string', description: 'Wallet link, or the QR code as data URL' },
  session: text,
  link: { type: 'string', description: 'Always the wallet link' },
  expiresAt: dateTime,
  txCode: { type: 'string', description: 'Transaction code, where one was made' },
});

export const tokenResponseSchema: JsonObject = open(['access_token', 'token_type', 'expires_in'], {
  access_token: text,
  token_type: text,
  expires_in: { type: 'string', description: 'Duration, such as 24h' },
});

export const parResponseSchema: JsonObject = open(['request_uri', 'expires_in'], {
  request_uri: text,
  expires_in: { type: 'integer', description: 'Seconds' },
});

export const healthReportSchema: JsonObject = open(['status', 'details'], {
  status: { type: 'string', enum: ['ok', 'error'] },
  info: { type: 'object', nullable: true },
  error: { type: 'object', nullable: true },
  details: {
    type: 'object',
    additionalProperties: open(['status'], { status: { type: 'string', enum: ['up', 'down'] }, message: text }),
  },
});

export const jwksSchema: JsonObject = open(['keys'], {
  keys: { type: 'array', items: open(['kty'], { kty: text, crv: text, x: text, y: text, kid: text }) },
});

export const issuerMetadataSchema: JsonObject = open(
  [
    'credential_issuer',
    'authorization_servers',
    'credential_endpoint',
    'notification_endpoint',
    'batch_credential_issuance',
    'display',
    'credential_configurations_supported',
    'authorization_server',
  ],
  {
    credential_issuer: text,
    authorization_servers: texts,
    credential_endpoint: text,
    nonce_endpoint: text,
    notification_endpoint: text,
    batch_credential_issuance: open(['batch_size'], { batch_size: { type: 'integer' } }),
    display: { type: 'array', items: anyObject },
    credential_configurations_supported: anyObject,
    authorization_server: text,
  },
);

export const authServerMetadataSchema: JsonObject = open(
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
    code_challenge_methods_supported: texts,
    dpop_signing_alg_values_supported: texts,
    require_pushed_authorization_requests: { type: 'boolean' },
  },
);

export const accessTokenResponseSchema: JsonObject = open(['access_token', 'token_type', 'expires_in'], {
  access_token: text,
  token_type: { type: 'string', enum: ['DPoP', 'Bearer'] },
  expires_in: { type: 'integer', description: 'Seconds' },
  scope: text,
});

export const nonceResponseSchema: JsonObject = open(['c_nonce'], {
  c_nonce: text,
  c_nonce_expires_in: { type: 'integer' },
});

export const credentialResponseSchema: JsonObject = open([], {
  credentials: { type: 'array', items: open(['credential'], { credential: text }) },
  notification_id: text,
  transaction_id: text,
  interval: { type: 'integer' },
  c_nonce: text,
  c_nonce_expires_in: { type: 'integer' },
});

export const challengeResponseSchema: JsonObject = open(['authorization_code'], { authorization_code: text });

export const homeSchema: JsonObject = open(['name', 'documentation', 'openapi', 'health'], {
  name: text,
  documentation: text,
  openapi: text,
  health: text,
  credential_issuer: text,
});

export const followResponseSchema: JsonObject = open(['state'], {
  state: { type: 'string', enum: ['waiting', 'continue', 'expired', 'refused'] },
  reason: { type: 'string', enum: ['declined', 'not_accepted', 'issuer'] },
  redirect: text,
});

export const statusEntriesSchema: JsonObject = {
  type: 'array',
  items: open(['credentialConfigurationId', 'uri', 'idx', 'status'], {
    credentialConfigurationId: text,
    uri: text,
    idx: { type: 'integer' },
    status: { type: 'integer', enum: [0, 1] },
  }),
};

export const auditRecordSchema: JsonObject = open(['id', 'at', 'action', 'client'], {
  id: text,
  at: dateTime,
  action: text,
  client: { type: 'string', description: 'Client id, `api-key`, or the name of a job in brackets' },
  request: { type: 'string', description: 'x-request-id of the call' },
  session: text,
  subject: { type: 'string', description: 'Id of the configuration or delivery' },
  data: anyObject,
  open: { type: 'boolean', description: 'An erasure that has begun and not ended' },
});

export const sessionSchema: JsonObject = open(['id', 'createdAt'], {
  id: text,
  createdAt: dateTime,
  updatedAt: dateTime,
  expiresAt: dateTime,
  status: text,
  state: text,
  tenantId: { type: 'string', description: 'Variant B' },
  credentials: { type: 'array', items: anyObject },
  credentialsErased: {
    type: 'boolean',
    description: 'True where what was presented went when its webhook was answered',
  },
  auth_queries: anyObject,
  request_uri: text,
  vp_nonce: text,
  offer: anyObject,
  credentialPayload: anyObject,
  webhook: anyObject,
  notifications: { type: 'array', items: anyObject },
  issued: { type: 'array', items: anyObject },
  claimsStatus: { type: 'string', enum: ['expected', 'answered', 'ready', 'failed'] },
  error: anyObject,
});

/** A stored configuration as it was written, with its source; a broken file has only `id`, `source` and `error`. */
export const configurationSchema: JsonObject = open(['id'], {
  id: text,
  source: { type: 'string', enum: ['file', 'api'] },
  createdAt: dateTime,
  updatedAt: dateTime,
  error: {
    type: 'array',
    description: 'Why the configuration is ignored',
    items: open(['pointer', 'detail'], { pointer: text, detail: text }),
  },
});

export const emptySchema: JsonObject = open([], {});
