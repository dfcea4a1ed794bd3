/** `issuer.offer.create`: a backend's request for an offer. Each field of either variant is accepted in both. */
import { lifetime } from '../configuration-documents/credential-configuration.ts';
import { configurationId } from '../configuration-documents/listed-members.ts';
import { webhookConfigSchema } from '../configuration-documents/webhook.ts';
import { closed, freeObject } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { MAX_REDEMPTIONS } from '../model/session/redemption-places.ts';
import { expiresIn, responseType, state } from './session-members.ts';

/** The transaction code. */
export const txCode = {
  // The type's name in generated clients, which stays the same wherever the schema is used.
  title: 'OfferRequestTxCode',
  description: 'true: 6 digits; or the required form; or the code itself. Only with a pre-authorized code',
  anyOf: [
    { type: 'boolean', const: true },
    { type: 'string', minLength: 4, maxLength: 32, pattern: '^[\\x21-\\x7e]+$' },
    closed('TransactionCodeForm', [], {
      length: { type: 'integer', minimum: 4, maximum: 32 },
      input_mode: { type: 'string', enum: ['numeric', 'text'] },
      description: { type: 'string', maxLength: 300 },
    }),
  ],
} as const;

export const offerRequestSchema = closed(
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
        'Who may redeem the offer: claims that the identity provider must return for the signed-in user, such as `{"email": "erika@example.org"}`',
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
        'How many wallets may redeem the offer, each in its own session; only authorization_code. Default: 1',
    },
  },
  {
    example: {
      response_type: 'uri',
      credentialConfigurationIds: ['pid'],
      claims: { pid: { given_name: 'Erika', family_name: 'Mustermann', birthdate: '1984-01-26' } },
      flow: 'pre_authorized_code',
      state: 'order-1',
    },
  },
);

export type OfferRequest = Static<typeof offerRequestSchema>;
