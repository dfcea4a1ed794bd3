/** JSON Schemas of the routes of webhooks. */

import { configurationId } from '@countersign/shared/configuration-documents/listed-members';
import { webhookConfigSchema } from '@countersign/shared/configuration-documents/webhook';
import {
  choice,
  closed,
  dateTime,
  documented,
  freeObject,
  open,
  text,
  texts,
} from '@countersign/shared/http/schema-parts';
import type { Static } from '@countersign/shared/http/static-type';
import type { JsonObject } from '@countersign/shared/kernel/json';
import * as example from './request-examples.ts';

const deliveryAttempt = open('DeliveryAttempt', ['at', 'milliseconds'], {
  at: dateTime,
  milliseconds: { type: 'integer', minimum: 0 },
  status: { type: 'integer', description: 'HTTP status of the response' },
  sent: { type: 'integer', minimum: 0, description: 'Bytes of the body that was sent' },
  received: { type: 'integer', minimum: 0, description: 'Bytes in the response body' },
  error: { ...text, description: 'Why there is no usable response' },
  answer: {
    ...open('DeliveryAnswer', [], {
      type: { ...text, description: 'Media type of the response' },
      code: { ...text, description: 'Its member `code`, `error` or `type`, if that is a code' },
      title: { ...text, description: '`title` of a problem document' },
    }),
    description: 'After a failure, what identifies the response. The rest of it is not kept',
  },
  description: { ...text, description: 'Readable error message' },
});

const deliveryProperties = {
  id: { ...text, description: 'Also the `webhook-id` of each attempt' },
  type: { ...text, description: '`type` of the payload' },
  target: { ...text, description: 'Scheme, host and port' },
  state: { type: 'string', enum: ['due', 'leased', 'delivered', 'dead'] },
  createdAt: dateTime,
  nextAttemptAt: dateTime,
  endedAt: dateTime,
  reason: { ...text, description: 'Why it failed permanently' },
  description: { ...text, description: 'Readable reason' },
  attempts: { type: 'array', items: deliveryAttempt },
} as const;

const withId = { session: { ...text, description: 'Id of its session' }, ...deliveryProperties } as const;

export const deliveriesSchema: JsonObject = {
  type: 'array',
  items: open('Delivery', ['id', 'type', 'target', 'state', 'createdAt', 'attempts'], deliveryProperties),
};

/** The states of the list: `waiting` has `due` and `leased`. */
export const deliveryListSchema: JsonObject = choice(
  'DeliveryList',
  ['waiting', 'delivered', 'dead'],
  'Which deliveries are listed',
);

export const listedDeliveriesSchema: JsonObject = {
  type: 'array',
  items: open('ListedDelivery', ['id', 'session', 'type', 'target', 'state', 'createdAt', 'attempts'], withId),
};

export const shownDeliverySchema: JsonObject = open(
  'ShownDelivery',
  ['id', 'session', 'type', 'target', 'state', 'createdAt', 'attempts', 'request'],
  {
    ...withId,
    request: open('DeliveryRequest', ['method', 'target', 'headers', 'payload', 'withheld'], {
      method: text,
      target: { ...text, description: 'Scheme, host and port' },
      headers: {
        ...freeObject,
        description: 'Without signature, timestamp and authentication, which each attempt sets',
      },
      payload: { ...freeObject, description: 'The body, without the members that `withheld` lists' },
      withheld: {
        ...texts,
        description: '`credentials` if the body contains presented claims, and `state` for a viewer',
      },
    }),
  },
);

const counted = { type: 'integer', minimum: 0 } as const;
const attemptCounts = {
  delivered: { ...counted, description: 'Attempts with a 2xx response' },
  failed: { ...counted, description: 'Other attempts' },
  median: { ...counted, description: 'Median duration of the attempts, in milliseconds' },
  p95: { ...counted, description: '95th percentile' },
} as const;

export const deliverySummarySchema: JsonObject = open(
  'DeliverySummary',
  ['from', 'until', 'complete', 'counts', 'times', 'targets'],
  {
    from: dateTime,
    until: dateTime,
    complete: {
      type: 'boolean',
      description: 'False if a state has more than 1000 deliveries. Only the newest 1000 are counted',
    },
    counts: open('DeliveryCounts', ['waiting', 'delivered', 'dead'], {
      waiting: counted,
      delivered: counted,
      dead: counted,
    }),
    times: {
      type: 'array',
      description: 'By hour, or by 24 hours for periods of more than two days',
      items: open('DeliveryTime', ['at', 'delivered', 'failed'], { at: dateTime, ...attemptCounts }),
    },
    targets: {
      type: 'array',
      description: 'Failing ones first',
      items: open('DeliveryTarget', ['target', 'delivered', 'failed', 'waiting', 'dead'], {
        target: { ...text, description: 'Scheme, host and port' },
        ...attemptCounts,
        waiting: { ...counted, description: 'Pending deliveries' },
        dead: { ...counted, description: 'Deliveries without a further attempt' },
        failing: {
          ...open('DeliveryFailing', ['since', 'last'], {
            since: dateTime,
            last: deliveryAttempt,
            deadFrom: { ...dateTime, description: 'Resend dead deliveries from this time' },
          }),
          description: 'Absent if the latest attempt succeeded',
        },
      }),
    },
  },
);

const replayResult = open('DeliveryReplayResult', ['id', 'result'], {
  id: text,
  session: text,
  result: choice(
    'DeliveryReplayOutcome',
    ['replayed', 'unknown', 'claims', 'erased', 'session_over', 'under_way'],
    'Whether it is sent again, or why not',
  ),
  description: { ...text, description: 'Why it is not resent, as a readable message' },
});

export const replayResponseSchema: JsonObject = open('DeliveryReplayResults', ['results'], {
  results: { type: 'array', items: replayResult },
  next: { ...text, description: 'More dead deliveries may follow: `after` of the next call' },
});

export const webhookTestSchema = documented(
  closed(
    'WebhookTest',
    [],
    {
      kind: choice(
        'WebhookPlace',
        ['presentation', 'issuance', 'refresh'],
        'The webhook in a presentation configuration, or in `presentation_during_issuance` or `refresh` of a credential configuration',
      ),
      configurationId,
      webhook: webhookConfigSchema,
    },
    { description: '`configurationId` with `kind`, or only `webhook`', example: example.webhookTest },
  ),
  { minProperties: 1, maxProperties: 2 },
);

export type WebhookTest = Static<typeof webhookTestSchema>;

export const webhookTestResultSchema: JsonObject = open(
  'WebhookTestResult',
  ['id', 'target', 'outcome', 'milliseconds'],
  {
    id: { ...text, description: '`webhook-id` of the call' },
    target: { ...text, description: 'Scheme, host and port' },
    outcome: choice('WebhookTestOutcome', ['delivered', 'failed'], '`delivered`: the receiver answered 2xx'),
    milliseconds: { type: 'integer', minimum: 0 },
    status: { type: 'integer', description: 'HTTP status of the response' },
    error: { ...text, description: 'Code of the failure, such as `dns`, `tls`, `timeout`, `status`' },
    description: { ...text, description: 'Readable error message' },
    hint: { ...text, description: 'What to change' },
  },
);

export const webhookSecretSchema: JsonObject = open('WebhookSecret', ['secret', 'generation', 'earlier'], {
  secret: { ...text, description: '`whsec_…`: complete in the response to a rotation, otherwise its last characters' },
  generation: { type: 'integer', minimum: 1, description: '1 until the first change' },
  rotatedAt: dateTime,
  earlier: {
    type: 'array',
    description: 'Earlier secrets that still sign, newest first',
    items: open('EarlierWebhookSecret', ['generation', 'until'], {
      generation: { type: 'integer', minimum: 1 },
      until: dateTime,
    }),
  },
});
