/** Routes of webhooks: their deliveries, a test call, and the secret that signs them. */
import { deliveryReplaySchema } from '@countersign/shared/messages/delivery-replay';
import { webhookSecretRotationSchema } from '@countersign/shared/messages/webhook-secret-rotation';
import * as answers from '../schemas/response-schemas.ts';
import * as webhooks from '../schemas/webhook-schemas.ts';
import { management } from './kinds.ts';
import { page, time } from './list-query.ts';
import type { Route } from './route.ts';

export const webhookRoutes: readonly Route[] = [
  management({
    role: 'viewer',
    operation: 'dispatcher.delivery.list',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'GET',
    paths: { shared: ['/deliveries'] },
    audit: { action: 'deliveries.listed' },
    summary: 'Webhook deliveries in one state, newest first',
    query: {
      ...page,
      state: {
        description:
          '`waiting` (the default): an attempt is under way or follows; `delivered`: the receiver answered 2xx; `dead`: no attempt follows',
        schema: webhooks.deliveryListSchema,
        example: 'waiting',
      },
      from: { description: 'Only deliveries that were created at this time (ISO 8601) or later', ...time },
      until: { description: 'Only deliveries that were created before this time (ISO 8601)', ...time },
      type: {
        description: 'Only deliveries of this event, such as `credential.issued`',
        schema: { type: 'string', pattern: '^[a-z._]{1,40}$' },
      },
      search: {
        description:
          'Only deliveries whose id, session, event or target contains this. A page may be short although more follow',
        schema: { type: 'string', minLength: 1, maxLength: 128 },
      },
    },
    response: webhooks.listedDeliveriesSchema,
  }),
  management({
    role: 'viewer',
    operation: 'dispatcher.delivery.summary',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'GET',
    paths: { shared: ['/deliveries/summary'] },
    audit: { action: 'delivery-summary.read' },
    summary: 'Webhook attempts over time, and since when each target has failed',
    query: { from: { description: 'Since this time (ISO 8601), at most 31 days ago. Default: one day ago', ...time } },
    response: webhooks.deliverySummarySchema,
  }),
  management({
    role: 'viewer',
    operation: 'dispatcher.delivery.get',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'GET',
    paths: { shared: ['/deliveries/{deliveryId}'] },
    audit: { action: 'delivery.read' },
    summary: 'One webhook delivery with its request, without presented claims',
    response: webhooks.shownDeliverySchema,
  }),
  management({
    role: 'operator',
    operation: 'dispatcher.replay-many',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'POST',
    paths: { shared: ['/deliveries/replay'] },
    request: deliveryReplaySchema,
    success: { json: 200 },
    audit: { action: 'deliveries.replayed' },
    summary: 'Resend webhooks: by id, or failed ones from a period; at most 100 per call',
    response: webhooks.replayResponseSchema,
  }),
  management({
    role: 'operator',
    operation: 'gateway.webhook.test',
    task: 'webhooks',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/webhooks/test'] },
    request: webhooks.webhookTestSchema,
    success: { json: 200 },
    audit: { action: 'webhook.tested' },
    summary: 'Send a signed test event to a webhook, and report what happened',
    response: webhooks.webhookTestResultSchema,
  }),
  management({
    role: 'admin',
    operation: 'dispatcher.secret.get',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'GET',
    paths: { shared: ['/webhooks/secret'] },
    audit: { action: 'webhook-secret.read' },
    summary: 'The signing secret, masked, and earlier secrets that still sign',
    response: webhooks.webhookSecretSchema,
  }),
  management({
    role: 'admin',
    operation: 'dispatcher.secret.rotate',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'POST',
    paths: { shared: ['/webhooks/secret/rotate'] },
    request: webhookSecretRotationSchema,
    accepts: ['json', 'empty'],
    audit: { action: 'webhook-secret.rotated' },
    summary: 'Rotate the signing secret; only this response contains the new secret',
    response: webhooks.webhookSecretSchema,
  }),
];

export const statusListRoutes: readonly Route[] = [
  management({
    role: 'viewer',
    operation: 'status.lists',
    task: 'revocation',
    service: 'status',
    method: 'GET',
    paths: { shared: ['/status-lists'] },
    audit: { action: 'status-lists.read' },
    summary: 'Status lists: how full each is, and when it was signed last',
    query: {
      limit: { description: 'Maximum number. Default: 20', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      after: page.after,
    },
    response: answers.statusListsSchema,
  }),
];
