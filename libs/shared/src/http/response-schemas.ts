/** JSON Schemas of the answers to a backend, for the API description. Answers may gain fields: they are open. */
import { errorKinds, oauthErrorCodes } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { issuanceStates, presentationStates, sessionStatuses } from '../store/session-states.ts';
import { walletStepNames } from './annotation.ts';
import { choice, closed, dateTime, freeObject, open, text } from './schema-parts.ts';
import {
  credentialConfigurationProperties,
  offerRequestSchema,
  presentationConfigurationProperties,
  webhookConfigSchema,
} from './schemas.ts';
import { authorizeQueriesSchema } from './wallet-schemas.ts';

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
    errors: { type: 'array', items: fieldError },
  },
  {
    description: 'Problem document (RFC 9457)',
    example: {
      type: 'urn:countersign:problem:invalid_request',
      title: errorKinds.invalid_request.title,
      status: 400,
      detail: 'The body is not valid; errors names each finding',
      instance: 'urn:countersign:request:7Zq3yS0aVnP1mK4w',
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
const SESSION_ID = '0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1';
const OFFER_LINK =
  'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example.com%2Fvci%2Foffer%2FmR3x';

export const offerResponseSchema: JsonObject = open(
  'OfferResponse',
  ['uri', 'session'],
  {
    uri: { ...text, description: 'Wallet link, or the QR code as data URL' },
    session,
    link: { ...text, description: 'Always the wallet link' },
    expiresAt: dateTime,
    txCode: { ...text, description: 'Transaction code, where one was made' },
  },
  { example: { uri: OFFER_LINK, session: SESSION_ID, link: OFFER_LINK, expiresAt: '2026-01-27T09:30:00.000Z' } },
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

const statusValue = { type: 'integer', enum: [0, 1], description: '0 valid, 1 revoked' } as const;

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
    action: { ...text, description: 'What was done, such as `session.read`' },
    client: { ...text, description: 'Client id, `api-key`, or the name of a job in brackets' },
    request: { ...text, description: 'x-request-id of the call' },
    session: text,
    subject: { ...text, description: 'Id of the configuration or delivery' },
    data: freeObject,
    open: { type: 'boolean', description: 'An erasure that has begun and not ended' },
  }),
};

const deliveryAttempt = open('DeliveryAttempt', ['at', 'milliseconds'], {
  at: dateTime,
  milliseconds: { type: 'integer', minimum: 0 },
  status: { type: 'integer', description: 'HTTP status of the answer' },
  error: { ...text, description: 'Why there is no usable answer' },
  description: { ...text, description: 'The error in words' },
});

export const deliveriesSchema: JsonObject = {
  type: 'array',
  items: open('Delivery', ['id', 'type', 'target', 'state', 'createdAt', 'attempts'], {
    id: { ...text, description: 'Also the `webhook-id` of each attempt' },
    type: { ...text, description: '`type` of the payload' },
    target: { ...text, description: 'Scheme, host and port' },
    state: { type: 'string', enum: ['due', 'leased', 'delivered', 'dead'] },
    createdAt: dateTime,
    nextAttemptAt: dateTime,
    endedAt: dateTime,
    reason: { ...text, description: 'Why it is dead' },
    description: { ...text, description: 'The reason in words' },
    attempts: { type: 'array', items: deliveryAttempt },
  }),
};

/** States with their meanings, as text of a description. */
function listed(states: Readonly<Record<string, string>>): string {
  return Object.entries(states)
    .map(([state, meaning]) => `\`${state}\`: ${meaning}`)
    .join('. ');
}

export const sessionStatusSchema: JsonObject = choice(
  'SessionStatus',
  sessionStatuses,
  `Of an issuance: ${listed(issuanceStates)}. Of a presentation: ${listed(presentationStates)}.`,
);

const issuedCredential = open('IssuedCredential', ['credentialConfigurationId', 'issuedAt', 'status'], {
  credentialConfigurationId: text,
  issuedAt: dateTime,
  status: open('IssuedCredentialStatus', ['uri', 'idx', 'value'], {
    uri: text,
    idx: { type: 'integer' },
    value: statusValue,
  }),
  notification_id: text,
});

const notification = open('WalletNotification', ['notification_id', 'event', 'at'], {
  notification_id: text,
  event: { type: 'string', enum: ['credential_accepted', 'credential_failure', 'credential_deleted'] },
  event_description: text,
  at: dateTime,
});

const credentialSigner = open('CredentialSigner', ['subject', 'issuer', 'fingerprint'], {
  subject: { ...text, description: 'Distinguished name of the certificate' },
  issuer: { ...text, description: 'Distinguished name of what issued the certificate' },
  fingerprint: { ...text, description: 'SHA-256 of the certificate: hexadecimal pairs, by colons' },
});

const presentedCredential = open('PresentedCredential', ['id', 'values'], {
  id: { ...text, description: 'Id of the credential query' },
  values: { ...freeObject, description: 'Claims' },
  signer: credentialSigner,
  statusUnknown: { type: 'boolean', description: 'True where the status list could not be asked' },
});

const sessionError = open('SessionError', ['code'], {
  code: text,
  credential: { ...text, description: 'Id of the credential query that it is about' },
  description: text,
});

const lastError = open(
  'LastError',
  ['code', 'step', 'at', 'description'],
  {
    code: choice('ErrorCode', Object.keys(errorKinds), 'Error code'),
    step: choice('WalletStep', walletStepNames, 'What the wallet was doing'),
    at: dateTime,
    description: text,
    reason: { ...text, description: 'The check that refused' },
    credential: { ...text, description: 'Id of the credential query that it is about' },
  },
  { description: 'What the wallet was refused last; it stays when the wallet goes on' },
);

export const sessionSchema: JsonObject = open(
  'Session',
  ['id', 'createdAt', 'status'],
  {
    id: text,
    createdAt: dateTime,
    updatedAt: dateTime,
    expiresAt: dateTime,
    status: sessionStatusSchema,
    state: { ...text, description: 'Opaque text of the backend' },
    tenantId: { ...text, description: 'Variant B' },
    credentials: { type: 'array', items: presentedCredential },
    credentialsErased: {
      type: 'boolean',
      description: 'True where what was presented went when its webhook was answered',
    },
    auth_queries: authorizeQueriesSchema,
    request_uri: text,
    vp_nonce: text,
    offerSession: { ...text, description: 'Session of the offer, where this is one of its several redemptions' },
    redemptions: open('Redemptions', ['limit', 'redeemed'], {
      limit: { type: 'integer', description: 'Most wallets that may redeem the offer' },
      redeemed: { type: 'integer', description: 'Those that have got an access token' },
    }),
    offer: { ...freeObject, description: 'Credential offer (OpenID4VCI 1.0, 4.1.1) without its codes' },
    credentialPayload: shownOffer(),
    webhook: webhookConfigSchema,
    notifications: { type: 'array', items: notification },
    issued: { type: 'array', items: issuedCredential },
    claimsStatus: { type: 'string', enum: ['expected', 'answered', 'ready', 'failed'] },
    error: sessionError,
    lastError,
  },
  {
    description: 'Secrets in it are masked as `***`',
    example: {
      id: SESSION_ID,
      status: 'created',
      state: 'order-1',
      createdAt: '2026-01-26T09:30:00.000Z',
      updatedAt: '2026-01-26T09:30:00.000Z',
      expiresAt: '2026-01-27T09:30:00.000Z',
    },
  },
);

/** An offer request as the session shows it: without transaction code and `response_type`. */
function shownOffer(): JsonObject {
  const { response_type: _, tx_code: __, ...shown } = offerRequestSchema.properties as JsonObject;
  return open('ShownOfferRequest', ['credentialConfigurationIds'], shown);
}

/** What the list says beside what was written; a broken file has only `id`, `source` and `error`. */
const listedConfiguration = {
  source: { type: 'string', enum: ['file', 'api'] },
  error: { type: 'array', description: 'Why the configuration is ignored', items: fieldError },
} as const;

export const storedCredentialConfigurationSchema: JsonObject = open('StoredCredentialConfig', ['id', 'source'], {
  ...credentialConfigurationProperties,
  ...listedConfiguration,
});

export const storedPresentationConfigurationSchema: JsonObject = open('StoredPresentationConfig', ['id', 'source'], {
  ...presentationConfigurationProperties,
  ...listedConfiguration,
});

/** The answer of an operation that has nothing to say. */
export const emptySchema: JsonObject = closed('Empty', [], {});
/** A document that is described elsewhere. */
export const documentSchema: JsonObject = { title: 'Document', ...freeObject };
