/** `dispatcher.replay-many`: the deliveries that are sent again. */
import { closed, documented } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { timeSchema } from './time.ts';

const deliveryId = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' } as const;

/** Exactly one of the members. */
const onlyOne = { minProperties: 1, maxProperties: 1 } as const;

export const deliveryReplaySchema = documented(
  closed(
    'DeliveryReplay',
    [],
    {
      ids: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        items: deliveryId,
        description: 'Deliveries',
      },
      dead: closed(
        'DeadDeliveries',
        [],
        {
          from: { ...timeSchema, description: 'Made at this time (ISO 8601) or later' },
          until: { ...timeSchema, description: 'Made before this time (ISO 8601)' },
          target: {
            type: 'string',
            minLength: 1,
            maxLength: 300,
            description: 'Only deliveries to this target: scheme, host and port',
          },
          after: {
            type: 'string',
            minLength: 1,
            maxLength: 1024,
            description: '`next` from the previous response, with the same times',
          },
        },
        { description: 'The dead deliveries of a time, oldest first' },
      ),
    },
    {
      description: 'Either `ids` or `dead`',
      example: { dead: { from: '2026-01-26T09:00:00Z', until: '2026-01-26T12:00:00Z' } },
    },
  ),
  onlyOne,
);

export type DeliveryReplay = Static<typeof deliveryReplaySchema>;
