/** A backend's input for a dry run. */
import { closed, freeObject } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { txCode } from './offer-request.ts';
import { transactionData } from './presentation-request.ts';

const webhooks = {
  type: 'boolean',
  description: "Call the configuration's webhooks, as in a real flow. Default: false",
} as const;

export const issuanceDryRunSchema = closed(
  'IssuanceDryRun',
  [],
  {
    flow: {
      type: 'string',
      enum: ['authorization_code', 'pre_authorized_code'],
      description: 'Default: authorization_code',
    },
    claims: { ...freeObject, description: 'Claims of the credential, as an offer would have them' },
    tx_code: txCode,
    webhooks,
    profiles: {
      type: 'boolean',
      description:
        'true: each profile of a real wallet performs the flow too, as far as 30 seconds allow. Default false: it is judged by its known habits',
    },
  },
  { example: { flow: 'pre_authorized_code', claims: { given_name: 'Erika' } } },
);

export const presentationDryRunSchema = closed(
  'PresentationDryRun',
  [],
  {
    response_mode: {
      type: 'string',
      enum: ['direct_post.jwt', 'direct_post'],
      description: 'Default: direct_post.jwt, encrypted',
    },
    // An entry that a request would refuse isn't an error here: the report says so.
    transaction_data: {
      ...transactionData,
      items: freeObject,
      description: `As in a request. ${transactionData.description}`,
    },
    webhooks,
  },
  { example: { webhooks: false } },
);

/** For both kinds, so every member may be absent. */
export type DryRunRequest = Static<typeof issuanceDryRunSchema> & Static<typeof presentationDryRunSchema>;
