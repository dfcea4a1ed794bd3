import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeadLetter } from '../../src/bus/delivery.ts';
import { type BusNeighbours, createInProcessBus, type InProcessBusOptions } from '../../src/bus/in-process.ts';
import type { Bus, EventHandler } from '../../src/bus/port.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { until } from '../patience.ts';
import { busContract, eventOf, newGate } from './contract.ts';

const TOPIC = 'issuance-results';

function newBus(options: Partial<InProcessBusOptions> = {}): { readonly bus: Bus; readonly deadLetters: DeadLetter[] } {
  const deadLetters: DeadLetter[] = [];
  const bus = createInProcessBus({
    clock: () => 1_700_000_000_000,
    log: silentLog,
    deadLetter: async (entry) => void deadLetters.push(entry),
    pauses: [1, 1, 2],
    ...options,
  });
  return { bus, deadLetters };
}

busContract('in process', async () => {
  const { bus, deadLetters } = newBus();
  return { bus, deadLetters, close: () => bus.stop() };
});

/** A started bus with one group, `one`. */
async function started(
  handler: EventHandler,
  options: Partial<InProcessBusOptions> = {},
): Promise<ReturnType<typeof newBus>> {
  const made = newBus(options);
  made.bus.subscribe({ topic: TOPIC, group: 'one', handler });
  await made.bus.start();
  return made;
}

describe('publish in process', () => {
  it('resolves only when every group has handled the events', async () => {
    const gates = [newGate(), newGate()];
    const { bus } = newBus();
    gates.forEach((gate, i) => {
      bus.subscribe({ topic: TOPIC, group: `group-${i}`, handler: () => gate.opened });
    });
    await bus.start();
    let resolved = false;
    const publishing = bus.publish(TOPIC, [eventOf('a'), eventOf('b')]).then(() => {
      resolved = true;
    });
    gates[0]?.open();
    await new Promise((next) => setImmediate(next));
    assert.equal(resolved, false);
    gates[1]?.open();
    await publishing;
    await bus.stop();
  });

  it('resolves only when a bad event is stored as a dead letter, however often that fails', async () => {
    let failures = 5;
    const kept: string[] = [];
    const { bus } = await started(
      async () => {
        throw new Error('bad');
      },
      {
        deadLetter: async (entry) => {
          failures -= 1;
          if (failures >= 0)
            throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
          kept.push(entry.event?.subject ?? '');
        },
      },
    );
    await bus.publish(TOPIC, [eventOf('a')]);
    assert.deepEqual(kept, ['a']);
    await bus.stop();
  });

  it('makes n + 1 attempts of a bad event for n pauses, and stores the time of its dead letter', async () => {
    let tries = 0;
    const { bus, deadLetters } = await started(async () => {
      tries += 1;
      throw new ProtocolError('invalid_request', 'bad', { reason: 'body_malformed' });
    });
    await bus.publish(TOPIC, [eventOf('a')]);
    assert.equal(tries, 4);
    const [letter] = deadLetters;
    assert.deepEqual([letter?.tries, letter?.error, letter?.at], [4, 'invalid_request', 1_700_000_000_000]);
    await bus.stop();
  });

  it('waits for the start', async () => {
    const { bus } = newBus();
    let handled = 0;
    const handler = async (): Promise<void> => {
      handled += 1;
    };
    bus.subscribe({ topic: TOPIC, group: 'one', handler });
    const publishing = bus.publish(TOPIC, [eventOf('a')]);
    await new Promise((next) => setImmediate(next));
    assert.equal(handled, 0);
    await bus.start();
    await publishing;
    assert.equal(handled, 1);
    assert.throws(
      () => bus.subscribe({ topic: TOPIC, group: 'two', handler: async () => undefined }),
      /before the bus starts/,
    );
    await bus.stop();
  });

  it('rejects at the stop for events that were not handled, and resolves for those that were', async () => {
    const gate = newGate();
    let begun = 0;
    const { bus } = await started(async () => {
      begun += 1;
      await gate.opened;
    });
    const first = bus.publish(TOPIC, [eventOf('a', 0)]);
    const second = bus.publish(TOPIC, [eventOf('a', 1)]);
    const refused = assert.rejects(second, { code: 'temporarily_unavailable' });
    await until('the handler', () => begun === 1);
    const stopping = bus.stop();
    gate.open();
    await stopping;
    await first;
    await refused;
    await assert.rejects(bus.publish(TOPIC, [eventOf('b')]), { code: 'temporarily_unavailable' });
    await assert.rejects(bus.ping(), { code: 'temporarily_unavailable' });
    assert.equal(begun, 1);
  });

  it('rejects at the stop for events that wait for an unavailable engine or for the start', async () => {
    let tries = 0;
    const { bus } = await started(
      async () => {
        tries += 1;
        throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
      },
      // The stop ends the pause of an hour.
      { pauses: [3_600_000] },
    );
    const publishing = assert.rejects(bus.publish(TOPIC, [eventOf('a')]), { code: 'temporarily_unavailable' });
    await until('the first try', () => tries === 1);
    await bus.stop();
    await publishing;
    const { bus: never } = newBus();
    never.subscribe({ topic: TOPIC, group: 'one', handler: async () => undefined });
    const waiting = assert.rejects(never.publish(TOPIC, [eventOf('a')]), { code: 'temporarily_unavailable' });
    await never.stop();
    await waiting;
  });

  it('waits for an eachReplica group too, which is separate from a shared group of the same name', async () => {
    const got: string[] = [];
    const { bus } = newBus();
    bus.subscribe({ topic: TOPIC, group: 'one', handler: async () => void got.push('shared') });
    bus.subscribe({ topic: TOPIC, group: 'one', eachReplica: true, handler: async () => void got.push('own') });
    await bus.start();
    await bus.publish(TOPIC, [eventOf('a')]);
    assert.deepEqual(got.sort(), ['own', 'shared']);
    await bus.stop();
  });

  it('delivers an event again when it is published again', async () => {
    const got: string[] = [];
    const { bus } = await started(async (event) => void got.push(event.id));
    const event = eventOf('a');
    await bus.publish(TOPIC, [event]);
    await bus.publish(TOPIC, [event]);
    assert.deepEqual(got, [event.id, event.id]);
    await bus.stop();
  });

  it('logs no message of an unexpected error', async () => {
    const lines: string[] = [];
    const { bus } = await started(
      async () => {
        throw new Error('secret\n    more of the secret');
      },
      {
        log: createLog(
          'debug',
          () => 0,
          (line) => lines.push(line),
        ),
      },
    );
    await bus.publish(TOPIC, [eventOf('a')]);
    await bus.stop();
    assert.match(lines.join(''), /could not be handled.*in-process\.test/s);
    assert.doesNotMatch(lines.join(''), /secret/);
  });
});

describe('buses of several processes on one store', () => {
  type Take = Parameters<BusNeighbours['receive']>[0];

  /** Two buses, each with a shared group and a per-replica group. Received events are recorded with their bus. */
  async function twoBuses(): Promise<{ readonly buses: readonly Bus[]; readonly got: string[] }> {
    const takes: Take[] = [];
    const got: string[] = [];
    const buses = [0, 1].map((own) => {
      const neighbours: BusNeighbours = {
        send: (topic, events) => {
          for (const take of takes.filter((_, i) => i !== own)) take(topic, events);
        },
        receive: (take) => void takes.splice(own, 1, take),
      };
      const { bus } = newBus({ neighbours });
      bus.subscribe({ topic: TOPIC, group: 'one', handler: async () => void got.push(`shared ${own}`) });
      bus.subscribe({
        topic: TOPIC,
        group: 'one',
        eachReplica: true,
        handler: async () => void got.push(`each ${own}`),
      });
      return bus;
    });
    for (const bus of buses) await bus.start();
    return { buses, got };
  }

  it('an event is handled once by a shared group, and in every process by one of each replica', async () => {
    const { buses, got } = await twoBuses();
    await buses[0]?.publish(TOPIC, [eventOf('a')]);
    await until('the neighbour', () => got.length === 3);
    assert.deepEqual(got.sort(), ['each 0', 'each 1', 'shared 0']);
    await buses[1]?.publish(TOPIC, [eventOf('b')]);
    await until('the other neighbour', () => got.length === 6);
    assert.deepEqual(got.slice(3).sort(), ['each 0', 'each 1', 'shared 1']);
    await Promise.all(buses.map((bus) => bus.stop()));
  });

  it('a bus that has stopped, or not begun, leaves the events of others alone', async () => {
    const { buses, got } = await twoBuses();
    await buses[1]?.stop();
    await buses[0]?.publish(TOPIC, [eventOf('a')]);
    assert.deepEqual(got.sort(), ['each 0', 'shared 0']);
    await buses[0]?.stop();
  });

  it('a topic without a group of each replica is sent to none', async () => {
    let sent = 0;
    const send = (): void => {
      sent += 1;
    };
    const neighbours = { send, receive: () => undefined };
    const { bus } = await started(async () => undefined, { neighbours });
    await bus.publish(TOPIC, [eventOf('a')]);
    assert.equal(sent, 0);
    await bus.stop();
  });
});
