/** A bus whose publications and handlers are counted. */

import type { DeadLetter } from '../bus/delivery.ts';
import type { Bus, Subscription } from '../bus/port.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';

/** Decorates a bus with metrics. */
export function meteredBus(bus: Bus, metrics: Metrics, clock: Clock): Bus {
  return {
    publish: async (topic, events) => {
      await bus.publish(topic, events);
      for (const { type } of events) metrics.count('countersign_events_published_total', { topic, type });
    },
    subscribe: (subscription) => bus.subscribe(meteredSubscription(subscription, metrics, clock)),
    start: () => bus.start(),
    stop: () => bus.stop(),
    ping: () => bus.ping(),
  };
}

/** The keeper of dead letters, which are counted. */
export function meteredDeadLetter(
  keep: (entry: DeadLetter) => Promise<void>,
  metrics: Metrics,
): (entry: DeadLetter) => Promise<void> {
  return async (entry) => {
    await keep(entry);
    metrics.count('countersign_dead_letters_total', { topic: entry.topic, group: entry.group });
  };
}

function meteredSubscription(subscription: Subscription, metrics: Metrics, clock: Clock): Subscription {
  const { topic, group, handler } = subscription;
  return {
    ...subscription,
    handler: async (event) => {
      const count = (outcome: 'handled' | 'failed'): void =>
        metrics.count('countersign_events_handled_total', { topic, group, outcome });
      try {
        await inSpan(
          `${topic} process`,
          { kind: 'consumer', attributes: { 'messaging.consumer.group.name': group } },
          () => handler(event),
        );
      } catch (error) {
        count('failed');
        throw error;
      }
      count('handled');
      metrics.observe('countersign_event_age_seconds', { topic, group }, (clock() - Date.parse(event.time)) / 1000);
    },
  };
}
