/**
 * JSON Schemas of the bodies that a backend sends. Management bodies take no unknown field: a typing error must not be
 * swallowed. Every field of either interface shape is accepted in both.
 */
import type { JsonObject } from '../json.ts';

const ID = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$', description: 'Configuration id' } as const;
const dateTime = { type: 'string', format: 'date-time' } as const;
const anyObject = { type: 'object' } as const;

function closed(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required, additionalProperties: false, properties };
}

const webHookAuthConfig = closed(['type', 'config'], {
  type: { type: 'string', enum: ['apiKey'] },
  config: closed(['headerName', 'value'], {
    headerName: { type: 'string', format: 'header-name' },
    value: { type: 'string', format: 'header-value', maxLength: 4096 },
  }),
});

/** `auhth` is the spelling of variant A; both are accepted in both. */
export const webhookConfigSchema: JsonObject = closed(['url'], {
  url: { type: 'string', format: 'http-url' },
  auth: webHookAuthConfig,
  auhth: webHookAuthConfig,
  signingSecret: {
    type: 'string',
    pattern: '^whsec_[A-Za-z0-9+/_-]{32,128}={0,2}$',
    description: 'Secret of the webhook signature; without it the tenant has one of its own',
  },
});

const state = { type: 'string', minLength: 1, maxLength: 256, description: 'Opaque text, echoed' } as const;
const expiresIn = { type: 'integer', minimum: 1, maximum: 31536000, description: 'Seconds' } as const;
const lifetime = { type: 'integer', minimum: 3600, maximum: 3153600000, description: 'Seconds' } as const;
const responseType = { type: 'string', enum: ['uri', 'qrcode'] } as const;

const txCode = {
  description: 'true: 6 digits; or what it should look like; or the code itself',
  anyOf: [
    { type: 'boolean', const: true },
    { type: 'string', minLength: 4, maxLength: 32, pattern: '^[\\x21-\\x7e]+$' },
    closed([], {
      length: { type: 'integer', minimum: 4, maximum: 32 },
      input_mode: { type: 'string', enum: ['numeric', 'text'] },
      description: { type: 'string', maxLength: 300 },
    }),
  ],
} as const;

export const offerRequestSchema: JsonObject = closed(['response_type', 'credentialConfigurationIds'], {
  response_type: responseType,
  credentialConfigurationIds: { type: 'array', minItems: 1, maxItems: 50, uniqueItems: true, items: ID },
  claims: {
    type: 'object',
    description: 'Claims by credential configuration id',
    propertyNames: { pattern: ID.pattern },
    additionalProperties: anyObject,
  },
  lifetimes: {
    type: 'object',
    description: 'Seconds by credential configuration id',
    propertyNames: { pattern: ID.pattern },
    additionalProperties: lifetime,
  },
  flow: { type: 'string', enum: ['authorization_code', 'pre_authorized_code'] },
  tx_code: txCode,
  webhook: webhookConfigSchema,
  notifyWebhook: webhookConfigSchema,
  state,
  expiresIn,
});

/** Type metadata of SD-JWT VC. */
export const vctSchema: JsonObject = closed(['vct'], {
  vct: { type: 'string', minLength: 1, maxLength: 2048 },
  name: { type: 'string' },
  description: { type: 'string' },
  extends: { type: 'string' },
  'extends#integrity': { type: 'string' },
  schema_uri: { type: 'string' },
  'schema_uri#integrity': { type: 'string' },
  display: { type: 'array', items: anyObject },
  claims: { type: 'array', items: anyObject },
});

/** A JSON Schema of a user: open, `$schema` and `type` have defaults. */
export const schemaOfClaimsSchema: JsonObject = {
  type: 'object',
  required: ['properties', 'required'],
  properties: {
    $schema: { type: 'string', const: 'https://json-schema.org/draft/2020-12/schema' },
    type: { type: 'string', const: 'object' },
    properties: anyObject,
    required: { type: 'array', items: { type: 'string' } },
  },
};

const webhookOrUrl = { anyOf: [{ type: 'string', format: 'http-url' }, webhookConfigSchema] } as const;

const credentialConfigProperties = {
  id: ID,
  config: anyObject,
  claims: anyObject,
  disclosureFrame: anyObject,
  vct: vctSchema,
  presentation_during_issuance: closed(['type'], { type: ID, webhook: webhookOrUrl }),
  schema: schemaOfClaimsSchema,
  lifetime,
  createdAt: dateTime,
  updatedAt: dateTime,
  source: { type: 'string', enum: ['file', 'api'], description: 'Ignored on write' },
} as const;

const credentialConfigRequired = ['id', 'config', 'claims', 'disclosureFrame'] as const;

/** CredentialConfig of variant A: `schema` is required. */
export const credentialConfigurationSchemaA: JsonObject = closed(
  [...credentialConfigRequired, 'schema'],
  credentialConfigProperties,
);

/** IssuanceConfig of variant B. */
export const credentialConfigurationSchema: JsonObject = closed(credentialConfigRequired, credentialConfigProperties);

export const presentationConfigSchema: JsonObject = closed(['id', 'dcql_query', 'registrationCert'], {
  id: ID,
  dcql_query: anyObject,
  registrationCert: closed(['id', 'body'], {
    id: { type: 'string', maxLength: 256 },
    body: anyObject,
    jwt: { type: 'string', pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$' },
  }),
  webhook: webhookOrUrl,
  statusUnreachable: {
    type: 'string',
    enum: ['refuse', 'accept'],
    description:
      'What becomes of a credential whose status list nobody could be asked for; default refuse. An accepted one is marked `statusUnknown`',
  },
  issuerName: {
    type: 'string',
    enum: ['certificate', 'any'],
    description:
      'Whether `iss` of a credential must be a name of the certificate that signed it, where that has names (SAN URI, DNS or IP); default certificate. With any the backend decides by `signer`',
  },
  retention: {
    type: 'string',
    enum: ['keep', 'webhook'],
    description:
      'How long what was presented is kept: as long as the session, or until the webhook was answered with 2xx; default keep. `webhook` needs a webhook',
  },
  createdAt: dateTime,
  updatedAt: dateTime,
  source: { type: 'string', enum: ['file', 'api'], description: 'Ignored on write' },
});

export const presentationRequestSchema: JsonObject = closed(['response_type', 'requestId'], {
  response_type: responseType,
  requestId: ID,
  webhook: webhookConfigSchema,
  response_mode: { type: 'string', enum: ['direct_post.jwt', 'direct_post'] },
  redirectUri: { type: 'string', minLength: 1, maxLength: 2048 },
  state,
  expiresIn,
  transaction_data: { type: 'array', maxItems: 20, items: anyObject },
});

export const statusUpdateSchema: JsonObject = closed(['sessionId', 'status'], {
  sessionId: { type: 'string', minLength: 1, maxLength: 128 },
  credentialConfigurationId: ID,
  status: { type: 'integer', enum: [0, 1], description: '0 valid, 1 revoked' },
});

export const tokenRequestSchema: JsonObject = closed(['client_id', 'client_secret'], {
  client_id: { type: 'string', minLength: 1, maxLength: 256 },
  client_secret: { type: 'string', minLength: 1, maxLength: 1024 },
  grant_type: { type: 'string', enum: ['client_credentials'] },
});
