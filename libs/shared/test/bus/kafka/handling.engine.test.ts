import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeadLetter } from '../../../src/bus/delivery.ts';
import type { EventHandler } from '../../../src/bus/port.ts';
import { MAX_EVENT_BYTES } from '../../../src/bus/read-event.ts';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import { until } from '../../patience.ts';
import { eventOf, newGate, presentationEventOf } from '../contract.ts';
import { asAdmin, committed, keptLog, on, ownTopics, SKIP, sendTexts, startedBus, TOPIC } from './cluster.ts';

const sessions = Array.from({ length: 30 }, (_, i) => `session-${i}`);

describe('handling on Kafka', { skip: SKIP, concurrency: 3 }, () => {
  it('of one session does not delay the others of its partition, and only messages done without a gap are committed', async (t) => {
    const prefix = await ownTopics(t, { KAFKA_PARTITIONS: 1 });
    const gate = newGate();
    const got: string[] = [];
    const handler: EventHandler = async (event) => {
      if (event.subject === 'slow') await gate.opened;
      got.push(event.subject);
    };
    const { bus } = await startedBus(t, prefix, [on(handler)]);
    const events = ['first', 'slow', 'slow', ...sessions].map((session) => eventOf(session));
    await bus.publish(TOPIC, events);
    await until('all but the slow ones', () => got.length === events.length - 2);
    await until('the commit of the first', async () => (await committed(prefix, 'issuer')) === 1);
    assert.deepEqual(bus.lag(), [{ topic: TOPIC, group: 'issuer', events: events.length - 1 }]);
    gate.open();
    await until('the slow ones', () => got.length === events.length);
    await until('the commit of all', async () => (await committed(prefix, 'issuer')) === events.length);
    assert.deepEqual(bus.lag(), [{ topic: TOPIC, group: 'issuer', events: 0 }]);
  });

  it('continues while a handler waits longer than the session timeout', async (t) => {
    const attempt = async (): Promise<void> => {
      const prefix = await ownTopics(t, { KAFKA_PARTITIONS: 1 });
      const got: string[] = [];
      let waits = true;
      const handler: EventHandler = async (event) => {
        if (event.subject === 'waiting' && waits)
          throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
        got.push(event.subject);
      };
      const { log, lines } = keptLog();
      const { bus, deadLetters } = await startedBus(t, prefix, [on(handler)], { pauses: [1, 1, 500], log });
      await bus.publish(TOPIC, [eventOf('waiting'), eventOf('other')]);
      await until('the other', () => got.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      await bus.ping();
      await bus.publish(TOPIC, [eventOf('later')]);
      await until('what came later', () => got.includes('later'));
      waits = false;
      await until('what has waited', () => got.includes('waiting'));
      assert.deepEqual([got, deadLetters], [['other', 'later', 'waiting'], []]);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('Kafka')),
        [],
        'no assignment was lost',
      );
    };
    // A machine that stalls loses assignments too. Once is enough: a handler that blocks heartbeats always does.
    await until('a wait without a lost assignment', () => attempt().then(() => true));
  });

  it('handles a queue that is longer than its limit', async (t) => {
    const prefix = await ownTopics(t, { KAFKA_PARTITIONS: 1 });
    const gate = newGate();
    const seen = new Set<string>();
    const handler: EventHandler = async (event) => {
      await gate.opened;
      seen.add(event.id);
    };
    const { bus } = await startedBus(t, prefix, [on(handler)]);
    const events = Array.from({ length: 6000 }, (_, i) => eventOf(`session-${i}`));
    await bus.publish(TOPIC, events);
    await until('the first batch', () => (bus.lag()[0]?.events ?? 0) > 0);
    // Time for more batches than the lane accepts before it is paused.
    await new Promise((resolve) => setTimeout(resolve, 500));
    gate.open();
    await until('all events', async () => seen.size === events.length);
    await until('the commit of all', async () => (await committed(prefix, 'issuer')) === events.length);
  });

  it('dead-letters each unreadable message once, ignores unknown types, and continues', async (t) => {
    const prefix = await ownTopics(t, { KAFKA_PARTITIONS: 1 });
    const got: string[] = [];
    const { log, lines } = keptLog();
    const { deadLetters } = await startedBus(t, prefix, [on(async (event) => void got.push(event.id))], { log });
    const valid = eventOf('a');
    const garbage = [
      '{"half',
      '',
      '[]',
      JSON.stringify({ ...valid, id: '' }),
      JSON.stringify(presentationEventOf('a')),
      JSON.stringify({ ...valid, pad: 'x'.repeat(MAX_EVENT_BYTES) }),
    ];
    const unknown = JSON.stringify({ ...valid, type: 'issuance.completed.v2' });
    await sendTexts(`${prefix}${TOPIC}`, [...garbage, unknown, unknown, JSON.stringify(valid)]);
    await until('the event, and the dead letters', () => got.length === 1 && deadLetters.length === garbage.length);
    assert.deepEqual(got, [valid.id]);
    assert.deepEqual(
      deadLetters
        .map(({ error, unreadable }) => [error, unreadable?.position])
        .sort((a, b) => (`${a[1]}` < `${b[1]}` ? -1 : 1)),
      [
        ['event_not_json', '0/0'],
        ['event_not_json', '0/1'],
        ['event_not_valid', '0/2'],
        ['event_not_valid', '0/3'],
        ['event_on_wrong_topic', '0/4'],
        ['event_too_large', '0/5'],
      ],
    );
    for (const { unreadable } of deadLetters) assert.ok((unreadable?.text.length ?? 0) <= 4096);
    assert.equal(lines.filter((line) => line === 'Events of an unknown type are ignored').length, 1);
    await until('the commit of all', async () => (await committed(prefix, 'issuer')) === garbage.length + 3);
  });

  it('publishes dead letters after the store has them', async (t) => {
    const prefix = await ownTopics(t);
    const kept: DeadLetter[] = [];
    let failures = 3;
    const deadLetter = async (entry: DeadLetter): Promise<void> => {
      failures -= 1;
      if (failures >= 0) throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
      kept.push(entry);
    };
    const handler: EventHandler = async () => {
      throw new TypeError('secret-of-the-message');
    };
    const { bus } = await startedBus(t, prefix, [on(handler)], { deadLetter });
    const event = eventOf('a');
    await bus.publish(TOPIC, [event]);
    const end = async (): Promise<number> => {
      const offsets = await asAdmin((admin) => admin.fetchTopicOffsets(`${prefix}dead-letters`));
      return offsets.reduce((sum, { high }) => sum + Number(high), 0);
    };
    await until('the letter on its topic', async () => (await end()) === 1);
    assert.deepEqual(
      kept.map((letter) => letter.event),
      [event],
    );
  });
});
