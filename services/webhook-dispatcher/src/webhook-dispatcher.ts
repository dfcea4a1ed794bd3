/** The webhook dispatcher: at-least-once delivery of results and outcomes to the backend. */
import { setMaxListeners } from 'node:events';
import { aboutSession } from '@countersign/shared/http/about-session';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { createCachedTenants } from '@countersign/shared/runtime/cached-tenants';
import type { Service } from '@countersign/shared/runtime/service';
import { deliveryConsumer } from './consume/consume.ts';
import { outsideConsumer } from './consume/consume-outside.ts';
import { createWorker } from './delivery/deliver.ts';
import { dueJob } from './delivery/due.ts';
import { createSendAtOnce } from './delivery/make-leased.ts';
import { retentionJob } from './delivery/retention.ts';
import { sweepJob } from './delivery/sweep.ts';
import { createTargetQueues } from './delivery/target-queues.ts';
import { listByState, listDeliveries } from './management/deliveries.ts';
import { replayManyOperation, replayOperation } from './management/replay.ts';
import { showDelivery } from './management/show-delivery.ts';
import { summariseDeliveries } from './management/summarise-deliveries.ts';
import { testWebhook } from './management/test-webhook.ts';
import { rotateSecret, showSecret } from './management/webhook-secret.ts';
import { createAccessTokens } from './sending/access-tokens.ts';
import type { DispatcherPlatform, Enqueue } from './sending/dispatcher-platform.ts';
import { sendLogout } from './sending/send-logout.ts';

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
  // One listener per running attempt. None leaks, so Node's warning is switched off.
  setMaxListeners(0, stopping.signal);
  const outbound = options.outbound ?? createOutbound({ allow: settings.OUTBOUND_ALLOW });
  const enqueue: Enqueue = ({ target, id, dueAt }) => {
    if (dueAt !== undefined && dueAt <= clock()) queues.offer(target, id);
  };
  const tokens = createAccessTokens(outbound, clock);
  const worker = { platform, outbound, tokens, signal: stopping.signal, enqueue };
  const tenants = createCachedTenants(platform);
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
      'dispatcher.delivery.get': showDelivery(platform),
      'dispatcher.delivery.summary': summariseDeliveries(platform),
      'dispatcher.replay-many': replayManyOperation(platform, enqueue),
      'dispatcher.test': testWebhook(platform, outbound, stopping.signal),
      'dispatcher.logout': sendLogout(outbound, stopping.signal),
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
