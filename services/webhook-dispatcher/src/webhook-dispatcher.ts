/** The webhook dispatcher: at-least-once delivery of results and outcomes to the backend. */
import { setMaxListeners } from 'node:events';
import { aboutSession } from '@countersign/shared/http/about-session';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { createHeldTenants } from '@countersign/shared/runtime/held-tenants';
import type { Service } from '@countersign/shared/runtime/service';
import { deliveryConsumer } from './consume.ts';
import { outsideConsumer } from './consume-outside.ts';
import { createWorker } from './deliver.ts';
import { listByState, listDeliveries } from './deliveries.ts';
import type { DispatcherPlatform, Enqueue } from './dispatcher-platform.ts';
import { dueJob } from './due.ts';
import { createSendAtOnce } from './make-leased.ts';
import { replayManyOperation, replayOperation } from './replay.ts';
import { retentionJob } from './retention.ts';
import { sweepJob } from './sweep.ts';
import { createTargetQueues } from './target-queues.ts';
import { testWebhook } from './test-webhook.ts';
import { rotateSecret, showSecret } from './webhook-secret.ts';

export interface DispatcherOptions {
  /** Default: by OUTBOUND_ALLOW. */
  readonly outbound?: Outbound;
  /** Milliseconds that the breaker of a failing target stays open. */
  readonly breakerPause?: number;
}

/** The service; tests also wait for its running attempts. */
export interface WebhookDispatcher extends Service {
  readonly stop: () => Promise<void>;
  /** Resolves when no attempt is running. */
  readonly idle: () => Promise<void>;
}

const BREAKER_PAUSE = 30_000;

export function createWebhookDispatcher(
  platform: DispatcherPlatform,
  options: DispatcherOptions = {},
): WebhookDispatcher {
  const { settings, clock } = platform;
  const stopping = new AbortController();
  // One listener per running attempt; none leaks, so the warning of Node.js is off.
  setMaxListeners(0, stopping.signal);
  const outbound = options.outbound ?? createOutbound({ allow: settings.OUTBOUND_ALLOW });
  const enqueue: Enqueue = ({ target, id, dueAt }) => {
    if (dueAt !== undefined && dueAt <= clock()) queues.offer(target, id);
  };
  const worker = { platform, outbound, signal: stopping.signal, enqueue };
  const tenants = createHeldTenants(platform);
  const queues = createTargetQueues({
    concurrency: settings.WEBHOOK_CONCURRENCY,
    pause: options.breakerPause ?? BREAKER_PAUSE,
    clock,
    run: createWorker(worker, tenants),
  });
  platform.metrics.watch('countersign_webhook_breakers_open', async () => [{ labels: {}, value: queues.open() }]);
  const handler = deliveryConsumer(platform, enqueue, createSendAtOnce({ worker, tenants, queues }));
  const group = 'webhook-dispatcher';
  return {
    name: 'webhook-dispatcher',
    operations: {
      'dispatcher.deliveries': aboutSession(listDeliveries(platform), ({ params }) => params.sessionId),
      'dispatcher.replay': aboutSession(replayOperation(platform, enqueue), ({ params }) => params.sessionId),
      'dispatcher.delivery.list': listByState(platform),
      'dispatcher.replay-many': replayManyOperation(platform, enqueue),
      'dispatcher.test': testWebhook(platform, outbound, stopping.signal),
      'dispatcher.secret.get': showSecret(platform),
      'dispatcher.secret.rotate': rotateSecret(platform),
    },
    consumers: [
      { topic: 'presentation-results', group, handler },
      { topic: 'issuance-results', group, handler },
      { topic: 'status-changes', group, handler: outsideConsumer(platform, enqueue) },
    ],
    jobs: [dueJob(platform, queues), sweepJob(platform, enqueue), retentionJob(platform)],
    idle: queues.idle,
    stop: async () => {
      stopping.abort();
      await queues.stop();
    },
  };
}
