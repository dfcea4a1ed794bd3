/** JSON Schemas of responses to backends, for the API description. Responses may gain fields: they are open. */

import { credentialConfigurationProperties } from '@countersign/shared/configuration-documents/credential-configuration';
import { presentationConfigurationProperties } from '@countersign/shared/configuration-documents/presentation-configuration';
import { signInSchema } from '@countersign/shared/configuration-documents/sign-in';
import {
  choice,
  closed,
  dateTime,
  freeObject,
  open,
  SESSION_ID,
  statusValue,
  text,
} from '@countersign/shared/http/schema-parts';
import { errorKinds } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { blames, reasonSteps } from '@countersign/shared/kernel/reasons/reason';
import { oauthErrorCodes } from '../errors/to-wire.ts';
import { reasons } from '../reasons.ts';

const fieldError = open('FieldError', ['pointer', 'detail'], {
  pointer: { ...text, description: 'Where: JSON pointer (RFC 6901)' },
  detail: { ...text, description: 'What' },
});

const problemType = choice(
  'ProblemType',
  Object.keys(errorKinds).map((code) => `urn:countersign:problem:${code}`),
  '`urn:countersign:problem:` and an error code',
);

export const problemSchema: JsonObject = open(
  'Problem',
  ['type', 'title', 'status'],
  {
    type: problemType,
    title: text,
    status: { type: 'integer' },
    detail: text,
    instance: { ...text, description: '`urn:countersign:request:` and the request id' },
    reason: {
      ...text,
      description: 'Catalogued name, explained at `GET /docs/reasons/{reason}`; only for backends',
    },
    hint: { ...text, description: 'What to change' },
    errors: { type: 'array', items: fieldError },
  },
  {
    description: 'Problem document (RFC 9457)',
    example: {
      type: 'urn:countersign:problem:invalid_request',
      title: errorKinds.invalid_request.title,
      status: 400,
      detail: 'The request body is not valid; see errors',
      instance: 'urn:countersign:request:7Zq3yS0aVnP1mK4w',
      reason: 'body_invalid',
      hint: reasons.body_invalid.hint,
      errors: [{ pointer: '/response_type', detail: 'is required' }],
    },
  },
);

const oauthErrorCode = choice(
  'OAuthErrorCode',
  oauthErrorCodes,
  'Error code of the standard that the route belongs to',
);

export const oauthErrorSchema: JsonObject = open(
  'OAuthError',
  ['error'],
  { error: oauthErrorCode, error_description: text },
  {
    description: 'Error of a wallet route (RFC 6749, 5.2)',
    example: { error: 'invalid_grant', error_description: 'The code is unknown, used or expired' },
  },
);

const session = { ...text, description: 'Session id' } as const;
const OFFER_LINK =
  'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example.com%2Fvci%2Foffer%2FmR3x';

const requestForPage = open('DigitalCredentialRequest', ['protocol', 'data'], {
  protocol: { ...text, description: 'Exchange protocol, such as openid4vp-v1-signed' },
  data: freeObject,
});

const digitalRequests = open(
  'DigitalCredentialRequests',
  ['requests'],
  { requests: { type: 'array', items: requestForPage } },
  {
    description:
      'What a page passes to `navigator.credentials` as `{ digital }`: to `get` for a presentation with the response_type dc-api; to `create` for an offer if DC_API_ISSUANCE is on',
  },
);

export const offerResponseSchema: JsonObject = open(
  'OfferResponse',
  ['uri', 'session'],
  {
    uri: { ...text, description: 'Wallet link, or the QR code as data URL' },
    session,
    link: { ...text, description: 'Always the wallet link' },
    expiresAt: dateTime,
    txCode: { ...text, description: 'Transaction code, if any' },
    digital: digitalRequests,
  },
  { example: { uri: OFFER_LINK, session: SESSION_ID, link: OFFER_LINK, expiresAt: '2026-01-27T09:30:00.000Z' } },
);

/** Response of the call that creates a presentation request. */
export const presentationRequestResponseSchema: JsonObject = open(
  'PresentationRequestResponse',
  ['session'],
  {
    uri: { ...text, description: 'Wallet link, or the QR code as data URL' },
    session,
    link: { ...text, description: 'Always the wallet link; absent with the response_types dc-api and button' },
    crossDeviceLink: {
      ...text,
      description: 'With redirectUri and crossDevice: the link for another device, which shows it as a QR code',
    },
    digital: digitalRequests,
    button: { ...text, description: 'With the response_type button: the address that the page gives to the element' },
    expiresAt: dateTime,
  },
  {
    example: {
      session: SESSION_ID,
      digital: { requests: [{ protocol: 'openid4vp-v1-signed', data: { request: 'header.payload.signature' } }] },
      expiresAt: '2026-01-27T09:30:00.000Z',
    },
  },
);

export const tokenResponseSchema: JsonObject = open(
  'TokenResponse',
  ['access_token', 'token_type', 'expires_in'],
  { access_token: text, token_type: text, expires_in: { ...text, description: 'Duration, such as 24h' } },
  { example: { access_token: 'header.payload.signature', token_type: 'Bearer', expires_in: '24h' } },
);

export const homeSchema: JsonObject = open('Home', ['name', 'documentation', 'openapi', 'health'], {
  name: text,
  documentation: text,
  openapi: text,
  health: text,
  credential_issuer: text,
});

export const reasonSchema: JsonObject = open(
  'ReasonMeaning',
  ['reason', 'step', 'blame', 'explanation', 'hint', 'facts'],
  {
    reason: text,
    step: { type: 'string', enum: reasonSteps },
    blame: { type: 'string', enum: blames, description: 'Who can fix the cause of the refusal' },
    standard: open('StandardReference', ['document', 'section'], { document: text, section: text }),
    explanation: { ...text, description: 'What was wrong' },
    hint: { ...text, description: 'What to change' },
    facts: { type: 'array', items: text, description: 'Names of the facts that a trace may have with it' },
  },
);

const componentHealth = open('ComponentHealth', ['status'], {
  status: { type: 'string', enum: ['up', 'down'] },
  message: text,
});
const components = { type: 'object', additionalProperties: componentHealth } as const;
const reportStatus = { type: 'string', enum: ['ok', 'error'] } as const;

export const healthReportSchema: JsonObject = open(
  'HealthReport',
  ['status', 'details'],
  {
    status: reportStatus,
    info: { ...components, nullable: true },
    error: { ...components, nullable: true },
    details: components,
  },
  {
    example: {
      status: 'ok',
      info: { database: { status: 'up' } },
      error: {},
      details: { database: { status: 'up' } },
    },
  },
);

export const readinessSchema: JsonObject = open('Readiness', ['status'], { status: reportStatus });

export const statusEntriesSchema: JsonObject = {
  type: 'array',
  items: open('StatusEntry', ['credentialConfigurationId', 'uri', 'idx', 'status'], {
    credentialConfigurationId: text,
    uri: { ...text, description: 'Status list' },
    idx: { type: 'integer', description: 'Position in the list' },
    status: statusValue,
  }),
};

export const auditRecordsSchema: JsonObject = {
  type: 'array',
  items: open('AuditRecord', ['id', 'at', 'action', 'client'], {
    id: text,
    at: dateTime,
    action: { ...text, description: 'The action, for example `session.read`' },
    client: { ...text, description: 'Client id, `api-key`, or the name of a job in brackets' },
    request: { ...text, description: 'x-request-id of the call' },
    session: text,
    subject: { ...text, description: 'Id of the configuration or delivery' },
    data: freeObject,
    open: { type: 'boolean', description: 'An erasure in progress' },
  }),
};

export const statusListsSchema: JsonObject = {
  type: 'array',
  items: open('StatusListState', ['number', 'uri', 'size', 'used', 'free', 'closed', 'publishedAt', 'expiresAt'], {
    number: { type: 'integer', minimum: 1 },
    uri: { ...text, description: 'Where relying parties fetch it' },
    size: { type: 'integer', description: 'Entries of the list' },
    used: { type: 'integer', description: 'Entries that were set aside for credentials, in blocks of 256' },
    free: { type: 'integer', description: 'Entries that later credentials may receive' },
    closed: { type: 'boolean', description: 'It accepts no more credentials' },
    keySet: {
      ...text,
      description: "Key set whose credentials are in it, and whose key signs it; absent for the tenant's own keys",
    },
    publishedAt: { ...dateTime, description: 'When the current token for relying parties was signed' },
    expiresAt: { ...dateTime, description: 'When that token expires' },
  }),
};

/** Members that the list adds to a configuration. A broken file has only `id`, `source` and `error`. */
const listedConfiguration = {
  source: { type: 'string', enum: ['file', 'api'] },
  error: { type: 'array', description: 'Why the configuration is ignored', items: fieldError },
  findings: { type: 'array', description: 'Errors in a file that is used anyway', items: fieldError },
} as const;

export const storedCredentialConfigurationSchema: JsonObject = open('StoredCredentialConfig', ['id', 'source'], {
  ...credentialConfigurationProperties,
  ...listedConfiguration,
});

export const storedPresentationConfigurationSchema: JsonObject = open('StoredPresentationConfig', ['id', 'source'], {
  ...presentationConfigurationProperties,
  ...listedConfiguration,
});

const { clientSecret: _, source: __, createdAt: ___, updatedAt: ____, ...shownSignIn } = signInSchema.properties;

export const signInResponseSchema: JsonObject = open('StoredSignIn', ['source'], {
  ...shownSignIn,
  clientSecretEnv: { type: 'string', description: 'In files: name of the environment variable with the secret' },
  source: listedConfiguration.source,
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** The empty response. */
export const emptySchema: JsonObject = closed('Empty', [], {});
/** A document that is described elsewhere. */
export const documentSchema: JsonObject = { title: 'Document', ...freeObject };
