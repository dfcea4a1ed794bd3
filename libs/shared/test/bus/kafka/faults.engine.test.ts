import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Topic } from '../../../src/bus/catalogue.ts';
import type { EventHandler } from '../../../src/bus/port.ts';
import { until } from '../../patience.ts';
import { eventOf, newGate } from '../contract.ts';
import { startBrokerProxy } from './broker-proxy.ts';
import { brokers, cleanUp, healthy, keptLog, newBus, ownTopics, SKIP, startedBus } from './cluster.ts';

const TOPIC: Topic = 'issuance-results';
const refused = { code: 'temporarily_unavailable' };

describe('unreachable Kafka', { skip: SKIP, concurrency: 3 }, () => {
  /** A bus behind a proxy. */
  const setUp = async (t: Parameters<typeof ownTopics>[0], handler: EventHandler = async () => undefined) => {
    const prefix = await ownTopics(t);
    const proxy = await startBrokerProxy(t, brokers[0] ?? '');
    const got: string[] = [];
    const { log, lines } = keptLog();
    const { bus } = newBus(prefix, { settings: { KAFKA_BROKERS: [proxy.address] }, log });
    cleanUp(t, () => bus.stop());
    const taking: EventHandler = async (event) => {
      await handler(event);
      got.push(event.id);
    };
    bus.subscribe({ topic: TOPIC, group: 'issuer', handler: taking });
    return { prefix, proxy, bus, got, lines };
  };

  it('at the start: the bus starts, refuses to publish, logs it in one line, and works once Kafka is reachable', async (t) => {
    const { proxy, bus, got, lines } = await setUp(t);
    await proxy.cut();
    await bus.start();
    await assert.rejects(bus.publish(TOPIC, [eventOf('a')]), refused);
    await until('a line', () => lines.length > 0);
    await assert.rejects(bus.publish(TOPIC, [eventOf('a')]), refused);
    await assert.rejects(bus.ping(), refused);
    await proxy.restore();
    await healthy(bus);
    assert.match(lines[0] ?? '', /KAFKA_BROKERS/);
    assert.equal(new Set(lines).size, lines.length, 'no line twice');
    const event = eventOf('a');
    await bus.publish(TOPIC, [event]);
    await until('the event', () => got.length === 1);
    assert.deepEqual(got, [event.id]);
  });

  it('later: the bus refuses to publish, and recovers by itself', async (t) => {
    const { proxy, bus, got } = await setUp(t);
    await bus.start();
    await healthy(bus);
    await bus.publish(TOPIC, [eventOf('before')]);
    await until('the event before', () => got.length === 1);
    await proxy.cut();
    await assert.rejects(bus.publish(TOPIC, [eventOf('meanwhile')]), refused);
    await assert.rejects(bus.ping(), refused);
    await proxy.restore();
    await healthy(bus);
    const after = eventOf('after');
    await bus.publish(TOPIC, [after]);
    await until('the event after', async () => got.includes(after.id));
  });

  it('that accepts requests and does not answer: callers are refused in time, and the bus recovers by itself', async (t) => {
    const { proxy, bus, got } = await setUp(t);
    await bus.start();
    await healthy(bus);
    proxy.block();
    await Promise.all([1, 2, 3].map((n) => assert.rejects(bus.publish(TOPIC, [eventOf('a', n)]), refused)));
    await assert.rejects(bus.ping(), refused);
    await proxy.restore();
    await healthy(bus);
    const after = eventOf('after');
    await bus.publish(TOPIC, [after]);
    await until('the event after', async () => got.includes(after.id));
  });

  it('while a handler runs: its event is not lost, and at most delivered again', async (t) => {
    const gate = newGate();
    const begun: string[] = [];
    const { proxy, bus, got } = await setUp(t, async (event) => {
      begun.push(event.id);
      await gate.opened;
    });
    await bus.start();
    await healthy(bus);
    const event = eventOf('a');
    await bus.publish(TOPIC, [event]);
    await until('the handler', () => begun.length === 1);
    await proxy.cut();
    gate.open();
    await until('the end of the handler', () => got.length === 1);
    await proxy.restore();
    await healthy(bus);
    const after = eventOf('a', 1);
    await bus.publish(TOPIC, [after]);
    await until('the event after', async () => got.includes(after.id));
    assert.deepEqual([...new Set(got)], [event.id, after.id]);
  });

  it('at the stop: the bus stops nevertheless', async (t) => {
    const { proxy, bus } = await setUp(t);
    await bus.start();
    await healthy(bus);
    proxy.block();
    await bus.stop();
    await assert.rejects(bus.publish(TOPIC, [eventOf('a')]), refused);
    await assert.rejects(bus.ping(), refused);
    await assert.rejects(bus.start(), refused);
  });

  it('for one member: the other takes its partitions over', async (t) => {
    const { prefix, proxy, bus, got } = await setUp(t);
    await bus.start();
    await healthy(bus);
    const others: string[] = [];
    const handler: EventHandler = async (event) => void others.push(event.id);
    const { bus: second } = await startedBus(t, prefix, [{ topic: TOPIC, group: 'issuer', handler }]);
    await proxy.cut();
    const events = Array.from({ length: 30 }, (_, i) => eventOf(`session-${i}`));
    await second.publish(TOPIC, events);
    await until('all events in the other member', async () => events.every(({ id }) => others.includes(id)));
    assert.deepEqual(got, []);
  });
});
