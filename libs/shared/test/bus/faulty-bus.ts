/** A bus with the faults of a broker. */
import type { BusEvent, Topic } from '../../src/bus/catalogue.ts';
import { pause } from '../../src/bus/delivery.ts';
import type { Bus, Subscription } from '../../src/bus/port.ts';
import { type Random, systemRandom } from '../../src/kernel/random.ts';

export interface BusFaults {
  /** Probability (0 to 1) that after an event the last ones of its key are delivered again, as after a lost commit. */
  readonly duplicate?: number;
  /** Milliseconds before each event. */
  readonly delay?: () => number;
  /** Events with different keys are delivered in any order. Events with the same key keep theirs. */
  readonly reorder?: boolean;
  /** True for an event that no group receives, as if a topic had lost it. */
  readonly drop?: (event: BusEvent) => boolean;
}

const MAX_REPEATED = 8;
/** Rounds of the event loop that other keys may be ahead by. */
const MAX_ROUNDS = 16;

/** Decorates a bus. @param random decides which events to repeat and reorder */
export function faultyBus(bus: Bus, faults: BusFaults, random: Random = systemRandom): Bus {
  const chance = (): number => random(4).readUInt32BE() / 2 ** 32;
  const mix = mixed(bus, chance);
  return {
    publish: async (topic, events) => {
      const kept = events.filter((event) => faults.drop?.(event) !== true);
      await (faults.reorder === true ? mix(topic, kept) : bus.publish(topic, kept));
    },
    subscribe: (subscription) => bus.subscribe(disturbed(subscription, faults, chance)),
    start: () => bus.start(),
    stop: () => bus.stop(),
    ping: () => bus.ping(),
  };
}

/** Publishes events of one key after each other, and lets other keys pass them. */
function mixed(bus: Bus, chance: () => number): Bus['publish'] {
  const last = new Map<string, Promise<void>>();
  const publishLate = async (before: Promise<void> | undefined, topic: Topic, event: BusEvent): Promise<void> => {
    const rounds = Math.floor(chance() * MAX_ROUNDS);
    await before?.catch(() => undefined);
    for (let round = 0; round < rounds; round += 1) await new Promise((next) => setImmediate(next));
    await bus.publish(topic, [event]);
  };
  return async (topic, events) => {
    await Promise.all(
      events.map((event) => {
        const key = `${topic} ${event.subject}`;
        const publishing = publishLate(last.get(key), topic, event);
        last.set(key, publishing);
        return publishing;
      }),
    );
  };
}

function disturbed(
  subscription: Subscription,
  { delay, duplicate = 0 }: BusFaults,
  chance: () => number,
): Subscription {
  /** By key: the last handled events, oldest first. */
  const handled = new Map<string, readonly BusEvent[]>();
  const { handler } = subscription;
  return {
    ...subscription,
    handler: async (event) => {
      if (delay !== undefined) await pause(delay(), new AbortController().signal);
      await handler(event);
      if (duplicate === 0) return;
      const known = [...(handled.get(event.subject) ?? []), event].slice(-MAX_REPEATED);
      handled.set(event.subject, known);
      if (chance() >= duplicate) return;
      for (const again of known.slice(-1 - Math.floor(chance() * MAX_REPEATED))) await handler(again);
    },
  };
}
