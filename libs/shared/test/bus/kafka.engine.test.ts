import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Topic } from '../../src/bus/catalogue.ts';
import type { DeadLetter } from '../../src/bus/delivery.ts';
import { createRequestClient } from '../../src/bus/kafka/client.ts';
import { openLink } from '../../src/bus/kafka/link.ts';
import { createTopics } from '../../src/bus/kafka/topics.ts';
import type { EventHandler, Subscription } from '../../src/bus/port.ts';
import { MOST_EVENT_BYTES } from '../../src/bus/read-event.ts';
import { ProtocolError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { busContract, eventOf, newGate, presentationEventOf, until } from './contract.ts';
import {
  asAdmin,
  cleanUp,
  eventually,
  healthy,
  keptLog,
  newBus,
  newPrefix,
  ownTopics,
  removePrefix,
  SKIP,
  settingsOf,
  startedBus,
} from './kafka/cluster.ts';

const TOPIC: Topic = 'issuance-results';
const sessions = Array.from({ length: 30 }, (_, i) => `session-${i}`);

function on(handler: EventHandler, more: Partial<Subscription> = {}): Subscription {
  return { topic: TOPIC, group: 'issuer', handler, ...more };
}

/** Sends texts to a topic as somebody else might. */
async function sendTexts(topic: string, values: readonly string[], key = 'k'): Promise<void> {
  const link = await openLink(
    createRequestClient({ settings: settingsOf(''), clientId: 'test', log: silentLog }, 5000),
  );
  try {
    await link.send([{ topic, messages: values.map((value) => ({ key, value })) }]);
  } finally {
    await link.close();
  }
}

/** The committed offsets of a group on a topic, summed up. */
async function committed(prefix: string, group: string, topic: Topic = TOPIC): Promise<number> {
  const offsets = await asAdmin((admin) =>
    admin.fetchOffsets({ groupId: `${prefix}${group}`, topics: [`${prefix}${topic}`] }),
  );
  return offsets
    .flatMap(({ partitions }) => partitions)
    .reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
}

describe('Kafka', { skip: SKIP }, () => {
  busContract('kafka', async () => {
    const prefix = newPrefix();
    await createTopics({ settings: settingsOf(prefix), log: silentLog });
    const { bus, deadLetters } = newBus(prefix);
    return {
      bus: {
        publish: (topic, events) => bus.publish(topic, events),
        subscribe: (subscription) => bus.subscribe(subscription),
        // The contract publishes at once; who starts a bus on Kafka may be turned away for the first moments.
        start: async () => {
          await bus.start();
          await healthy(bus);
        },
        stop: () => bus.stop(),
        ping: () => bus.ping(),
      },
      deadLetters,
      close: async () => {
        await bus.stop();
        await removePrefix(prefix);
      },
    };
  });

  describe('topics', () => {
    it('are made once, with partitions, replication and retention of the settings', async (t) => {
      const prefix = newPrefix();
      cleanUp(t, () => removePrefix(prefix));
      const settings = settingsOf(prefix, { KAFKA_PARTITIONS: 2, KAFKA_RETENTION: 7200 });
      const [first, beside] = await Promise.all([1, 2].map(() => createTopics({ settings, log: silentLog })));
      assert.equal(first?.created.length, 6);
      assert.ok(beside);
      const again = await createTopics({ settings, log: silentLog });
      assert.deepEqual([again.created, again.present.length], [[], 6]);
      const name = `${prefix}${TOPIC}`;
      const { topics } = await asAdmin((admin) => admin.fetchTopicMetadata({ topics: [name] }));
      assert.equal(topics[0]?.partitions.length, 2);
      const { resources } = await asAdmin((admin) =>
        admin.describeConfigs({ includeSynonyms: false, resources: [{ type: 2, name }] }),
      );
      const entries = resources[0]?.configEntries ?? [];
      const value = (key: string): string | undefined => entries.find((entry) => entry.configName === key)?.configValue;
      assert.deepEqual(['cleanup.policy', 'retention.ms', 'min.insync.replicas'].map(value), [
        'delete',
        '7200000',
        '1',
      ]);
    });

    it('that are missing are told in one line each, and used when they are there', async (t) => {
      const prefix = newPrefix();
      cleanUp(t, () => removePrefix(prefix));
      const { log, lines } = keptLog();
      const { bus } = newBus(prefix, { log });
      cleanUp(t, () => bus.stop());
      const got: string[] = [];
      bus.subscribe(on(async (event) => void got.push(event.id)));
      await bus.start();
      await until(() => lines.length >= 3, 'a line for each topic of the issuer');
      for (const topic of ['presentation-requests', TOPIC, 'dead-letters']) {
        const expected = `Kafka: topic ${prefix}${topic} is missing: run npm run provision`;
        assert.equal(lines.filter((line) => line === expected).length, 1);
      }
      await assert.rejects(bus.ping(), { code: 'temporarily_unavailable' });
      const event = eventOf('a');
      await assert.rejects(bus.publish(TOPIC, [event]), { code: 'temporarily_unavailable' });
      await createTopics({ settings: settingsOf(prefix), log: silentLog });
      await healthy(bus);
      await bus.publish(TOPIC, [event]);
      await until(() => got.length === 1, 'the event');
      assert.equal(lines.filter((line) => line.includes(TOPIC)).length, 1);
    });
  });

  it('tells in one line what is wrong with the settings', async (t) => {
    const prefix = await ownTopics(t);
    for (const [changes, line] of [
      [{ KAFKA_USERNAME: 'nobody', KAFKA_PASSWORD: 'secret-password' }, /unset KAFKA_USERNAME|refuse KAFKA_USERNAME/],
      [{ KAFKA_TLS: true }, /KAFKA_TLS/],
      [{ KAFKA_BROKERS: ['127.0.0.1:1'] }, /KAFKA_BROKERS/],
    ] as const) {
      const { log, lines } = keptLog();
      const { bus } = newBus(prefix, { log, settings: changes });
      await bus.start();
      await until(() => lines.length > 0, 'a line');
      await assert.rejects(bus.ping(), { code: 'temporarily_unavailable' });
      await bus.stop();
      assert.match(lines[0] ?? '', line);
      assert.equal(lines.length, 1);
      assert.doesNotMatch(lines.join(), /secret-password/);
    }
  });

  describe('groups', { concurrency: 3 }, () => {
    it('that are new begin with what was published before', async (t) => {
      const prefix = await ownTopics(t);
      const events = sessions.map((session) => eventOf(session));
      const { bus: before } = await startedBus(t, prefix, []);
      await before.publish(TOPIC, events);
      const got: string[] = [];
      await startedBus(t, prefix, [on(async (event) => void got.push(event.id))]);
      await until(() => got.length >= events.length, 'all events');
      assert.deepEqual(got.sort(), events.map(({ id }) => id).sort());
    });

    it('share the events among their members; one takes over what another leaves', async (t) => {
      const prefix = await ownTopics(t);
      const got: string[][] = [[], []];
      const take = (member: number): Subscription => on(async (event) => void got[member]?.push(event.id));
      const { bus: first } = await startedBus(t, prefix, [take(0)]);
      const { bus: second } = await startedBus(t, prefix, [take(1)]);
      await healthy(first);
      const shared = sessions.map((session) => eventOf(session));
      await second.publish(TOPIC, shared);
      await until(() => new Set(got.flat()).size === shared.length, 'all events');
      assert.ok(
        got.every((ids) => ids.length > 0),
        'both members have partitions',
      );
      await first.stop();
      const handled = got.flat().length;
      const alone = sessions.map((session) => eventOf(session, 1));
      await second.publish(TOPIC, alone);
      await until(() => alone.every(({ id }) => got[1]?.includes(id)), 'all events in the member that is left');
      assert.equal(got.flat().length, handled + alone.length, 'nothing twice: the first had committed at its stop');
    });

    it('lose nothing and keep the order of each session while members come and go', async (t) => {
      const prefix = await ownTopics(t);
      const got = new Map<string, number[]>();
      const busy = new Set<string>();
      const member = (name: string): Subscription =>
        on(async (event) => {
          const own = `${name} ${event.subject}`;
          assert.ok(!busy.has(own), 'two handlers of one session at a time in one process');
          busy.add(own);
          await new Promise((resolve) => setTimeout(resolve, 5));
          got.set(event.subject, [...(got.get(event.subject) ?? []), Number(event.data.n)]);
          busy.delete(own);
        });
      const { bus, deadLetters } = await startedBus(t, prefix, [member('first')]);
      const publishing = (async () => {
        for (let n = 0; n < 100; n += 1) {
          await bus.publish(
            TOPIC,
            sessions.map((session) => eventOf(session, n)),
          );
        }
      })();
      for (const name of ['second', 'third']) {
        const { bus: other } = await startedBus(t, prefix, [member(name)]);
        await new Promise((resolve) => setTimeout(resolve, 200));
        await other.stop();
      }
      await publishing;
      await eventually(async () => sessions.every((session) => got.get(session)?.includes(99)), 'the last events');
      const expected = Array.from({ length: 100 }, (_, n) => n);
      for (const session of sessions) assert.deepEqual([...new Set(got.get(session))], expected, session);
      assert.deepEqual(deadLetters, []);
    });

    it('that change while handlers run let each session have one handler at a time in a process', async (t) => {
      const prefix = await ownTopics(t);
      const gate = newGate();
      const busy = new Set<string>();
      const got: string[] = [];
      const overlaps: string[] = [];
      const handler: EventHandler = async (event) => {
        if (busy.has(event.subject)) overlaps.push(event.subject);
        busy.add(event.subject);
        await gate.opened;
        await new Promise((resolve) => setTimeout(resolve, 5));
        busy.delete(event.subject);
        got.push(event.id);
      };
      const { bus: first } = await startedBus(t, prefix, [on(handler)]);
      const events = [0, 1, 2].flatMap((n) => sessions.map((session) => eventOf(session, n)));
      await first.publish(TOPIC, events);
      await until(() => busy.size === sessions.length, 'a handler of each session');
      const others: string[] = [];
      const { bus: second } = await startedBus(t, prefix, [on(async (event) => void others.push(event.id))]);
      await healthy(first);
      await until(() => others.length > 0, 'events of the partitions that went over');
      // The first has fetched the partitions that it kept again by now.
      await new Promise((resolve) => setTimeout(resolve, 500));
      gate.open();
      await until(() => events.every(({ id }) => got.includes(id) || others.includes(id)), 'all events');
      assert.deepEqual(overlaps, []);
      await second.stop();
    });

    it('go on after a restart where they were', async (t) => {
      const prefix = await ownTopics(t);
      const got: string[] = [];
      const { bus: before } = await startedBus(t, prefix, [on(async (event) => void got.push(String(event.data.n)))]);
      await before.publish(TOPIC, [eventOf('a', 0), eventOf('a', 1)]);
      await until(() => got.length === 2, 'the events before');
      await before.stop();
      const { bus: after } = await startedBus(t, prefix, [on(async (event) => void got.push(String(event.data.n)))]);
      await after.publish(TOPIC, [eventOf('a', 2)]);
      await until(() => got.length >= 3, 'the event after');
      assert.deepEqual(got, ['0', '1', '2']);
    });

    it('get an event again that was handled by a process that died before its commit', async (t) => {
      const prefix = await ownTopics(t);
      const event = eventOf('a');
      const { bus: publishing } = await startedBus(t, prefix, []);
      await publishing.publish(TOPIC, [event]);
      const path = fileURLToPath(new URL('./kafka/crashing-member.js', import.meta.url));
      const child = spawn(process.execPath, [path, prefix, 'issuer'], { stdio: ['ignore', 'pipe', 'inherit'] });
      let seen = '';
      child.stdout.on('data', (data: Buffer) => {
        seen += data.toString();
      });
      const signal = await new Promise((resolve) => child.on('exit', (_, by) => resolve(by)));
      assert.deepEqual([signal, seen.trim()], ['SIGKILL', event.id]);
      assert.equal(await committed(prefix, 'issuer'), 0);
      const got: string[] = [];
      await startedBus(t, prefix, [on(async (one) => void got.push(one.id))]);
      await eventually(async () => got.length > 0, 'the event again');
      assert.deepEqual(got, [event.id]);
    });

    it('of each replica get every event from now on, and are removed at the stop', async (t) => {
      const prefix = await ownTopics(t);
      const { bus: before } = await startedBus(t, prefix, []);
      await before.publish(TOPIC, [eventOf('before')]);
      const got: string[][] = [[], []];
      const replicas = await Promise.all(
        got.map((ids) => startedBus(t, prefix, [on(async (event) => void ids.push(event.id), { eachReplica: true })])),
      );
      const events = sessions.map((session) => eventOf(session));
      await before.publish(TOPIC, events);
      await until(() => got.every((ids) => ids.length >= events.length), 'all events in both');
      for (const ids of got) assert.deepEqual(ids.sort(), events.map(({ id }) => id).sort());
      const groups = async (): Promise<number> => {
        const { groups: all } = await asAdmin((admin) => admin.listGroups());
        return all.filter(({ groupId }) => groupId.startsWith(prefix)).length;
      };
      assert.equal(await groups(), 2);
      await Promise.all(replicas.map(({ bus }) => bus.stop()));
      assert.equal(await groups(), 0);
    });
  });

  describe('handling', { concurrency: 3 }, () => {
    it('of one session does not hold up the others of its partition, and only what is done without a gap is committed', async (t) => {
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
      await until(() => got.length === events.length - 2, 'all but the slow ones');
      await eventually(async () => (await committed(prefix, 'issuer')) === 1, 'the commit of the first');
      assert.deepEqual(bus.lag(), [{ topic: TOPIC, group: 'issuer', events: events.length - 1 }]);
      gate.open();
      await until(() => got.length === events.length, 'the slow ones');
      await eventually(async () => (await committed(prefix, 'issuer')) === events.length, 'the commit of all');
      assert.deepEqual(bus.lag(), [{ topic: TOPIC, group: 'issuer', events: 0 }]);
    });

    it('goes on while a handler waits longer than a member may be silent', async (t) => {
      const prefix = await ownTopics(t, { KAFKA_PARTITIONS: 1 });
      const got: string[] = [];
      let waits = true;
      const handler: EventHandler = async (event) => {
        if (event.subject === 'waiting' && waits) throw new ProtocolError('temporarily_unavailable', 'Not now');
        got.push(event.subject);
      };
      const { log, lines } = keptLog();
      const { bus, deadLetters } = await startedBus(t, prefix, [on(handler)], { pauses: [1, 1, 500], log });
      await bus.publish(TOPIC, [eventOf('waiting'), eventOf('other')]);
      await until(() => got.length === 1, 'the other');
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      await bus.ping();
      await bus.publish(TOPIC, [eventOf('later')]);
      await until(() => got.length === 2, 'what came later');
      waits = false;
      await until(() => got.length === 3, 'what has waited');
      assert.deepEqual([got, deadLetters], [['other', 'later', 'waiting'], []]);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('Kafka')),
        [],
        'no assignment was lost',
      );
    });

    it('goes through a queue that is longer than it can hold', async (t) => {
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
      await until(() => (bus.lag()[0]?.events ?? 0) > 0, 'the first batch');
      // Time for more batches than the lane takes: then it is paused.
      await new Promise((resolve) => setTimeout(resolve, 500));
      gate.open();
      await eventually(async () => seen.size === events.length, 'all events');
      await eventually(async () => (await committed(prefix, 'issuer')) === events.length, 'the commit of all');
    });

    it('buries what is no event once each, ignores unknown types, and goes on', async (t) => {
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
        JSON.stringify({ ...valid, pad: 'x'.repeat(MOST_EVENT_BYTES) }),
      ];
      const unknown = JSON.stringify({ ...valid, type: 'issuance.completed.v2' });
      await sendTexts(`${prefix}${TOPIC}`, [...garbage, unknown, unknown, JSON.stringify(valid)]);
      await until(() => got.length === 1 && deadLetters.length === garbage.length, 'the event, and the dead letters');
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
      await eventually(async () => (await committed(prefix, 'issuer')) === garbage.length + 3, 'the commit of all');
    });

    it('publishes dead letters after the store has them', async (t) => {
      const prefix = await ownTopics(t);
      const kept: DeadLetter[] = [];
      let failures = 3;
      const deadLetter = async (entry: DeadLetter): Promise<void> => {
        failures -= 1;
        if (failures >= 0) throw new ProtocolError('temporarily_unavailable', 'Not now');
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
      await eventually(async () => (await end()) === 1, 'the letter on its topic');
      assert.deepEqual(
        kept.map((letter) => letter.event),
        [event],
      );
    });
  });
});
