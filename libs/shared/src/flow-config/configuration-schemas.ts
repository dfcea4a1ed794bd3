/** JSON Schemas of stored configurations, as a backend sends them and as their files are, and of the webhooks in them. */

import * as example from '../configuration-documents/configuration-examples.ts';
import { choice, closed, dateTime, documented, freeObject, freeObjects, open, patterns } from '../http/schema-parts.ts';
import type { JsonObject } from '../kernel/json.ts';
import { ELEMENT_TYPE_NAMES } from '../mdoc/element-types.ts';

/** Of a configuration. */
export const configurationId = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
  description: 'Configuration id',
} as const;

/** Of a credential: fifty years at most. */
export const lifetime = { type: 'integer', minimum: 3600, maximum: 1576800000, description: 'Seconds' } as const;

const webHookAuthConfig = closed('WebHookAuthConfig', ['type', 'config'], {
  type: { type: 'string', enum: ['apiKey'] },
  config: closed('WebHookAuthHeader', ['headerName', 'value'], {
    headerName: {
      type: 'string',
      format: 'header-name',
      description: 'No header of HTTP itself, none of the signature',
    },
    value: { type: 'string', format: 'header-value', maxLength: 4096 },
  }),
});

/** `auhth` is the spelling of variant A; both are accepted in both. */
export const webhookConfigSchema: JsonObject = closed(
  'WebhookConfig',
  ['url'],
  {
    url: {
      type: 'string',
      format: 'http-url',
      description: 'Public https; http and private addresses only where OUTBOUND_ALLOW names them',
    },
    auth: webHookAuthConfig,
    auhth: webHookAuthConfig,
    signingSecret: {
      type: 'string',
      pattern: '^whsec_[A-Za-z0-9+/_-]{32,128}={0,2}$',
      description:
        'Secret of the webhook signature, base64 of 24 to 64 bytes; without it the tenant has one of its own',
    },
  },
  { description: '`auth` and `auhth` are two spellings of one member: give one of them', example: example.webhook },
);

/** Type metadata of SD-JWT VC. */
export const vctSchema: JsonObject = closed(
  'VCT',
  ['vct'],
  {
    vct: { type: 'string', minLength: 1, maxLength: 2048 },
    name: { type: 'string' },
    description: { type: 'string' },
    extends: { type: 'string' },
    'extends#integrity': { type: 'string' },
    schema_uri: { type: 'string' },
    'schema_uri#integrity': { type: 'string' },
    display: freeObjects,
    claims: freeObjects,
  },
  { description: 'Type metadata (SD-JWT VC); its `vct` is that of `config`', example: example.vct },
);

/** A JSON Schema of a user: open, `$schema` and `type` have defaults. */
export const schemaOfClaimsSchema: JsonObject = {
  ...open(
    'SchemaResponse',
    ['properties', 'required'],
    {
      $schema: { type: 'string', const: 'https://json-schema.org/draft/2020-12/schema' },
      type: { type: 'string', const: 'object' },
      properties: freeObject,
      required: { type: 'array', items: { type: 'string' } },
    },
    {
      description:
        'JSON Schema (draft 2020-12) of a whole credential. Only a `POST` of variant A needs it, and not for an mdoc',
      example: example.schemaOfClaims,
    },
  ),
  additionalProperties: true,
};

const webhookOrUrl = {
  description: 'A WebhookConfig, or its URL alone',
  anyOf: [{ type: 'string', format: 'http-url' }, webhookConfigSchema],
} as const;

const times = { createdAt: dateTime, updatedAt: dateTime } as const;
const findings = {
  ...freeObjects,
  description: 'Mistakes in a file that is used all the same: `{pointer, detail}` each. Ignored on write',
} as const;
const source = { type: 'string', enum: ['file', 'api'], description: 'Ignored on write' } as const;

const presentationDuringIssuance = closed(
  'PresentationDuringIssuance',
  ['type'],
  { type: { ...configurationId, description: 'Id of a presentation configuration' }, webhook: webhookOrUrl },
  { description: 'What is to be presented before the credential is issued' },
);

const refresh = closed(
  'Refresh',
  [],
  {
    webhook: webhookOrUrl,
    lifetime: { type: 'integer', minimum: 3600, maximum: 31536000, description: 'Seconds from the first issuance' },
    older_credentials: {
      type: 'string',
      enum: ['keep', 'revoke'],
      default: 'keep',
      description: 'What becomes of earlier credentials when the claims have changed',
    },
  },
  { description: 'The credential may be renewed with a refresh token' },
);

export const credentialConfigurationProperties = {
  id: configurationId,
  config: documented(
    {
      ...freeObject,
      description: 'Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4); needs `format`',
    },
    { minProperties: 1 },
  ),
  claims: {
    ...freeObject,
    description:
      'Static claims; those of the offer or of the webhook replace them. Of an mdoc `{namespace: {element: value}}`',
  },
  element_types: {
    type: 'object',
    description: 'Of an mdoc: types of elements that JSON leaves open, `{namespace: {element: type}}`',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string', enum: ELEMENT_TYPE_NAMES } },
  },
  disclosureFrame: {
    ...freeObject,
    description:
      'Which claims are selectively disclosable: `{"_sd": [names]}`, nested. An SD-JWT VC needs it, also as `{}`; an mdoc has none',
  },
  vct: vctSchema,
  presentation_during_issuance: presentationDuringIssuance,
  refresh,
  wallet_initiated: {
    type: 'boolean',
    description:
      'Whether a wallet may begin without an offer: the person signs in at the identity provider of the tenant. Not with presentation_during_issuance',
  },
  sign_in: {
    type: 'boolean',
    description:
      'Whether the person must sign in at the identity provider of the tenant when a wallet redeems an offer. Not with presentation_during_issuance',
  },
  schema: schemaOfClaimsSchema,
  lifetime,
  revocation_chaining: {
    type: 'boolean',
    description: 'Revoke the credentials when the wallet or its keys are revoked; default false',
  },
  ...times,
  findings,
  source,
} as const;

const credentialConfigRequired = ['id', 'config', 'claims'] as const;

/** Members that an SD-JWT VC needs and an mdoc does not. */
function unlessMdoc(required: readonly string[]): JsonObject {
  const format = { type: 'object', properties: { format: { const: 'mso_mdoc' } }, required: ['format'] };
  const properties = Object.fromEntries(required.map((name) => [name, true]));
  return { if: { properties: { config: format }, required: ['config'] }, else: { properties, required } };
}

/** CredentialConfig of variant A: `schema` is required. */
export const credentialConfigurationSchemaA: JsonObject = {
  ...closed('CredentialConfig', credentialConfigRequired, credentialConfigurationProperties, {
    description: 'Credential configuration of variant A',
    example: example.credentialConfigurations[0],
  }),
  ...unlessMdoc(['disclosureFrame', 'schema']),
};

/** IssuanceConfig of variant B. */
export const credentialConfigurationSchema: JsonObject = {
  ...closed('IssuanceConfig', credentialConfigRequired, credentialConfigurationProperties, {
    description: 'Credential configuration of variant B',
    example: example.credentialConfigurations[0],
  }),
  ...unlessMdoc(['disclosureFrame']),
};

const signInText = { type: 'string', minLength: 1, maxLength: 2048 } as const;

export const signInProperties = {
  issuer: { ...signInText, format: 'http-url', description: 'Issuer identifier of the OpenID Connect provider' },
  clientId: signInText,
  clientSecret: { ...signInText, description: 'Without it the client is public. Never returned' },
  scope: documented(
    { ...signInText, description: 'Scope values with one space between them, one of them `openid`; default `openid`' },
    { pattern: '^([!#-\\[\\]-~]+ )*openid( [!#-\\[\\]-~]+)*$' },
  ),
  claims: {
    type: 'object',
    maxProperties: 100,
    description: 'Claim of the credential -> claim of the provider',
    additionalProperties: signInText,
  },
  acr: {
    description: 'Accepted values of `acr`; without it every one',
    type: 'array',
    minItems: 1,
    items: signInText,
  },
  maxAge: { type: 'integer', minimum: 0, description: 'Seconds since the person last authenticated at the provider' },
} as const;

/** The identity provider as the management route takes it. */
export const signInSchema: JsonObject = closed(
  'SignIn',
  ['issuer', 'clientId'],
  { ...signInProperties, ...times, source },
  { description: 'OpenID Connect provider at which people sign in', example: example.signIn },
);

export const presentationConfigurationProperties = {
  id: configurationId,
  dcql_query: documented(
    { ...freeObject, description: 'DCQL query (OpenID4VP 1.0, 6); needs `credentials`' },
    { minProperties: 1 },
  ),
  registrationCert: closed('RegistrationCertificateRequest', ['id', 'body'], {
    id: { type: 'string', maxLength: 256 },
    body: { ...freeObject, description: 'Purpose, contact, privacy policy and what may be asked for' },
    jwt: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
      description: 'The registration certificate, where there is one',
    },
  }),
  webhook: webhookOrUrl,
  statusUnreachable: {
    type: 'string',
    enum: ['refuse', 'accept'],
    description:
      'What becomes of a credential whose status list can not be had; default refuse. An accepted one is marked `statusUnknown`',
  },
  issuerName: {
    type: 'string',
    enum: ['certificate', 'any'],
    description:
      'Whether `iss` of a credential must be a name of the certificate that signed it, where that has names (SAN URI, DNS or IP); default certificate. With any the backend decides by `signer`; `names` of a trust anchor precedes it',
  },
  age_over: {
    type: 'string',
    enum: ['exact', 'nearest'],
    description:
      'Whether another `age_over_NN` of an mdoc than the one that is asked for may answer: true for a higher age, or false for a lower one; default exact. It is handed on under its own name',
  },
  retention: {
    type: 'string',
    enum: ['keep', 'webhook'],
    description:
      'How long what was presented is kept: as long as the session, or until the webhook was answered with 2xx; default keep. `webhook` needs a webhook',
  },
  release: {
    type: 'string',
    enum: ['verified', 'response_code'],
    description:
      'When the backend gets what was presented for a request with redirectUri: once it is verified, or once the backend redeems the response_code; default verified. In a tenant of profile haip always response_code',
  },
  origins: {
    type: 'array',
    maxItems: 4,
    uniqueItems: true,
    items: documented({ type: 'string', minLength: 1, maxLength: 255 }, { pattern: patterns.origin }),
    description:
      'Origins of the pages that may ask wallets by the Digital Credentials API, as browsers write them, such as `https://shop.example`; http for loopback addresses in development',
  },
  dcApiRequests: {
    type: 'array',
    maxItems: 2,
    items: choice('DcApiForm', ['unsigned', 'multisigned'], 'A further form of a request'),
    description:
      'Forms of a request of the Digital Credentials API that are sent besides the signed one; default none. unsigned never in a tenant of profile haip; multisigned is signed under x509_hash and x509_san_dns, so the certificate of requests must name the host of PUBLIC_URL',
  },
  ...times,
  findings,
  source,
} as const;

export const presentationConfigSchema: JsonObject = closed(
  'PresentationConfig',
  ['id', 'dcql_query'],
  presentationConfigurationProperties,
  {
    description: 'Presentation configuration (VPRequest of variant A)',
    example: example.presentationConfigurations[0],
  },
);
