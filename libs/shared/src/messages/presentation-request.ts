/** `verifier.request.create`: a backend's request for a presentation. */
import { configurationId } from '../configuration-documents/listed-members.ts';
import { rawMember } from '../configuration-documents/presentation-configuration.ts';
import { webhookConfigSchema } from '../configuration-documents/webhook.ts';
import { closed, documented, freeObject, patterns } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { expiresIn, responseTypes, state } from './session-members.ts';

/** A backend's entries, of a request or of a dry run. */
export const transactionData = {
  type: 'array',
  maxItems: 20,
  items: documented(freeObject, { minProperties: 2 }),
  description:
    'OpenID4VP 1.0, 8.4; each needs `type` and `credential_ids`. The types `urn:eudi:sca:…:1` of EUDI TS12 are checked with their `payload`; others are passed on as they are',
} as const;

export const presentationRequestSchema = closed(
  'PresentationRequest',
  ['response_type', 'requestId'],
  {
    response_type: {
      type: 'string',
      enum: [...responseTypes, 'dc-api', 'button'],
      description:
        "Wallet link, QR code, a request that a page passes to the Digital Credentials API, or the address for a page's button",
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
          "Only with the response_types dc-api and button: the page's origin, one of the configuration's `origins`. Without it all of them are accepted. A button needs it unless there is only one",
      },
      { pattern: patterns.origin },
    ),
    redirectUri: documented(
      {
        type: 'string',
        minLength: 1,
        maxLength: 2048,
        description:
          'Address to return to on the same device: an https URL, a loopback address or a private scheme. A tenant of profile haip needs it, or crossDevice',
      },
      { pattern: patterns.address },
    ),
    crossDevice: {
      type: 'boolean',
      description:
        'True if the request is shown on another screen: nothing then proves that the presenting user started in that browser. With redirectUri the response has a link for each device, and a button offers both ways',
    },
    raw: { ...rawMember, description: `${rawMember.description}. Replaces the configuration's list` },
    state,
    expiresIn,
    transaction_data: transactionData,
  },
  {
    example: {
      response_type: 'uri',
      requestId: 'name-check',
      state: 'booking-1',
    },
  },
);

export type PresentationRequest = Static<typeof presentationRequestSchema>;
