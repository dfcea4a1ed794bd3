/**
 * JSON Schemas of the bodies that a backend sends. Management bodies refuse unknown fields, so that a typing error is not
 * ignored. Every field of either interface shape is accepted in both.
 */

import { lifetime } from '@countersign/shared/configuration-documents/credential-configuration';
import { configurationId } from '@countersign/shared/configuration-documents/listed-members';
import { webhookConfigSchema } from '@countersign/shared/configuration-documents/webhook';
import { closed, documented, freeObject, patterns } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { MAX_REDEMPTIONS } from '@countersign/shared/model/issuance/redemption-places';
import * as example from './request-examples.ts';
import { txCode } from './tx-code.ts';

const state = { type: 'string', minLength: 1, maxLength: 256, description: 'Opaque text, echoed' } as const;
const expiresIn = {
  type: 'integer',
  minimum: 1,
  maximum: 31536000,
  description: 'Seconds; at most SESSION_TTL',
} as const;
const responseType = { type: 'string', enum: ['uri', 'qrcode'], description: 'Wallet link, or QR code' } as const;

export const offerRequestSchema: JsonObject = closed(
  'OfferRequest',
  ['response_type', 'credentialConfigurationIds'],
  {
    response_type: responseType,
    credentialConfigurationIds: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      items: configurationId,
      description: 'Ids of stored credential configurations',
    },
    claims: {
      type: 'object',
      description: 'Claims by credential configuration id; only ids that are offered',
      propertyNames: { pattern: configurationId.pattern },
      additionalProperties: {
        ...freeObject,
        description: 'Claims are grouped by credential configuration id, such as {"pid": {"given_name": "Erika"}}',
      },
    },
    lifetimes: {
      type: 'object',
      description: 'Seconds by credential configuration id; only ids that are offered',
      propertyNames: { pattern: configurationId.pattern },
      additionalProperties: lifetime,
    },
    flow: {
      type: 'string',
      enum: ['authorization_code', 'pre_authorized_code'],
      description: 'Default: authorization_code',
    },
    tx_code: txCode,
    person: {
      type: 'object',
      maxProperties: 10,
      description:
        'Who may redeem the offer: claims of the identity provider that the person who signs in must have, such as `{"email": "erika@example.org"}`',
      additionalProperties: { anyOf: [{ type: 'string', maxLength: 1024 }, { type: 'number' }, { type: 'boolean' }] },
    },
    webhook: webhookConfigSchema,
    notifyWebhook: webhookConfigSchema,
    state,
    expiresIn,
    redemptions: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_REDEMPTIONS,
      description:
        'How many wallets may redeem the offer, each in a session of its own; only authorization_code. Default: 1',
    },
  },
  { example: example.offer },
);

export const presentationRequestSchema: JsonObject = closed(
  'PresentationRequest',
  ['response_type', 'requestId'],
  {
    response_type: {
      type: 'string',
      enum: [...responseType.enum, 'dc-api'],
      description: 'Wallet link, QR code, or a request that a page hands to the Digital Credentials API',
    },
    requestId: { ...configurationId, description: 'Id of a stored presentation configuration' },
    webhook: webhookConfigSchema,
    response_mode: {
      type: 'string',
      enum: ['direct_post.jwt', 'direct_post', 'dc_api.jwt', 'dc_api'],
      description:
        'Default: direct_post.jwt, and dc_api.jwt with the response_type dc-api; both encrypted. dc_api and dc_api.jwt only with the response_type dc-api',
    },
    origin: documented(
      {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description:
          'Only with the response_type dc-api: the origin of the page, one of `origins` of the configuration; without it each of them counts',
      },
      { pattern: patterns.origin },
    ),
    redirectUri: documented(
      {
        type: 'string',
        minLength: 1,
        maxLength: 2048,
        description:
          'Where the browser of the same device goes back to: an https URL, a loopback address or a private scheme. A tenant of profile haip needs it, or crossDevice',
      },
      { pattern: patterns.address },
    ),
    crossDevice: {
      type: 'boolean',
      description:
        'True where the request is shown on another screen: nothing proves then that the browser that began is that of the person who presents. Not with redirectUri',
    },
    state,
    expiresIn,
    transaction_data: {
      type: 'array',
      maxItems: 20,
      items: documented(freeObject, { minProperties: 2 }),
      description: 'OpenID4VP 1.0, 8.4; each needs `type` and `credential_ids`',
    },
  },
  { example: example.presentationRequest },
);

export const pageAnswerSchema: JsonObject = closed(
  'PageAnswer',
  [],
  {
    protocol: { type: 'string', minLength: 1, maxLength: 64, description: '`protocol` of the credential' },
    data: { description: '`data` of the credential: an object, or its JSON text' },
    id: { type: 'string', maxLength: 256, description: 'Of the credential; ignored' },
    type: { type: 'string', maxLength: 64, description: 'Of the credential; ignored' },
    error: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'In place of protocol and data: name of the error of the page, such as NotAllowedError. It is recorded, and the request stays open',
    },
    error_description: { type: 'string', maxLength: 1024 },
    origin: { type: 'string', maxLength: 1024, description: 'Ignored: the origins are those of the configuration' },
  },
  {
    description: 'What `navigator.credentials.get` gave to the page: `{protocol, data}`, or `{error}` where it failed',
    example: example.pageAnswer,
  },
);

export const statusUpdateSchema: JsonObject = closed(
  'StatusUpdate',
  ['sessionId', 'status'],
  {
    sessionId: { type: 'string', minLength: 1, maxLength: 128 },
    credentialConfigurationId: { ...configurationId, description: 'Without it: all credentials of the session' },
    status: { type: 'integer', enum: [0, 1], description: '0 valid, 1 revoked' },
  },
  { example: example.statusUpdate },
);

export const tokenRequestSchema: JsonObject = closed(
  'TokenRequest',
  ['client_id', 'client_secret'],
  {
    client_id: { type: 'string', minLength: 1, maxLength: 256 },
    client_secret: { type: 'string', minLength: 1, maxLength: 1024 },
    grant_type: { type: 'string', enum: ['client_credentials'] },
  },
  { example: example.tokenRequest },
);
