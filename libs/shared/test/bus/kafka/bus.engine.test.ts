import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTopics } from '../../../src/bus/kafka/topics.ts';
import type { EventHandler, Subscription } from '../../../src/bus/port.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';
import { busContract, eventOf, newGate } from '../contract.ts';
import {
  asAdmin,
  cleanUp,
  committed,
  healthy,
  keptLog,
  newBus,
  newPrefix,
  on,
  ownTopics,
  removePrefix,
  SKIP,
  settingsOf,
  startedBus,
  TOPIC,
} from './cluster.ts';

const sessions = Array.from({ length: 30 }, (_, i) => `session-${i}`);

describe('Kafka', { skip: SKIP }, () => {
  busContract('kafka', async () => {
    const prefix = newPrefix();
    await createTopics({ settings: settingsOf(prefix), log: silentLog });
    const { bus, deadLetters } = newBus(prefix);
    return {
      bus: {
        publish: (topic, events) => bus.publish(topic, events),
        subscribe: (subscription) => bus.subscribe(subscription),
        // The contract publishes immediately, while a bus on Kafka may refuse publications at first.
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
    it('are created once, with partitions, replication and retention of the settings', async (t) => {
      const prefix = newPrefix();
      cleanUp(t, () => removePrefix(prefix));
      const settings = settingsOf(prefix, { KAFKA_PARTITIONS: 2, KAFKA_RETENTION: 7200 });
      const [first, other] = await Promise.all([1, 2].map(() => createTopics({ settings, log: silentLog })));
      assert.equal(first?.created.length, 7);
      assert.ok(other);
      const again = await createTopics({ settings, log: silentLog });
      assert.deepEqual([again.created, again.present.length], [[], 7]);
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

    it('that are missing are logged in one line each, and used once they exist', async (t) => {
      const prefix = newPrefix();
      cleanUp(t, () => removePrefix(prefix));
      const { log, lines } = keptLog();
      const { bus } = newBus(prefix, { log });
      cleanUp(t, () => bus.stop());
      const got: string[] = [];
      bus.subscribe(on(async (event) => void got.push(event.id)));
      await bus.start();
      await until('a line for each topic of the issuer', () => lines.length >= 3);
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
      await until('the event', () => got.length === 1);
      assert.equal(lines.filter((line) => line.includes(TOPIC)).length, 1);
    });
  });

  it('logs in one line what is wrong with the settings', async (t) => {
    const prefix = await ownTopics(t);
    for (const [changes, line] of [
      [{ KAFKA_USERNAME: 'nobody', KAFKA_PASSWORD: 'secret-password' }, /unset KAFKA_USERNAME|refuse KAFKA_USERNAME/],
      [{ KAFKA_TLS: true }, /KAFKA_TLS/],
      [{ KAFKA_BROKERS: ['127.0.0.1:1'] }, /KAFKA_BROKERS/],
    ] as const) {
      const { log, lines } = keptLog();
      const { bus } = newBus(prefix, { log, settings: changes });
      await bus.start();
      await until('a line', () => lines.length > 0);
      await assert.rejects(bus.ping(), { code: 'temporarily_unavailable' });
      await bus.stop();
      assert.match(lines[0] ?? '', line);
      assert.equal(lines.length, 1);
      assert.doesNotMatch(lines.join(), /secret-password/);
    }
  });

  describe('groups', { concurrency: 3 }, () => {
    it('that are new begin with earlier events', async (t) => {
      const prefix = await ownTopics(t);
      const events = sessions.map((session) => eventOf(session));
      const { bus: before } = await startedBus(t, prefix, []);
      await before.publish(TOPIC, events);
      const got: string[] = [];
      await startedBus(t, prefix, [on(async (event) => void got.push(event.id))]);
      await until('all events', () => got.length >= events.length);
      assert.deepEqual(got.sort(), events.map(({ id }) => id).sort());
    });

    it('share the events among their members; one takes over the partitions that another leaves', async (t) => {
      const prefix = await ownTopics(t);
      const got: string[][] = [[], []];
      const take = (member: number): Subscription => on(async (event) => void got[member]?.push(event.id));
      const { bus: first } = await startedBus(t, prefix, [take(0)]);
      const { bus: second } = await startedBus(t, prefix, [take(1)]);
      await healthy(first);
      const shared = sessions.map((session) => eventOf(session));
      await second.publish(TOPIC, shared);
      await until('all events', () => new Set(got.flat()).size === shared.length);
      assert.ok(
        got.every((ids) => ids.length > 0),
        'both members have partitions',
      );
      await first.stop();
      const handled = got.flat().length;
      const alone = sessions.map((session) => eventOf(session, 1));
      await second.publish(TOPIC, alone);
      await until('all events in the member that is left', () => alone.every(({ id }) => got[1]?.includes(id)));
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
      await until('the last events', async () => sessions.every((session) => got.get(session)?.includes(99)));
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
      await until('a handler of each session', () => busy.size === sessions.length);
      const others: string[] = [];
      const { bus: second } = await startedBus(t, prefix, [on(async (event) => void others.push(event.id))]);
      await healthy(first);
      await until('events of the partitions that went over', () => others.length > 0);
      // By now the first has fetched its remaining partitions again.
      await new Promise((resolve) => setTimeout(resolve, 500));
      gate.open();
      await until('all events', () => events.every(({ id }) => got.includes(id) || others.includes(id)));
      assert.deepEqual(overlaps, []);
      await second.stop();
    });

    it('resume after a restart', async (t) => {
      const prefix = await ownTopics(t);
      const got: string[] = [];
      const { bus: before } = await startedBus(t, prefix, [on(async (event) => void got.push(String(event.data.n)))]);
      await before.publish(TOPIC, [eventOf('a', 0), eventOf('a', 1)]);
      await until('the events before', () => got.length === 2);
      await before.stop();
      const { bus: after } = await startedBus(t, prefix, [on(async (event) => void got.push(String(event.data.n)))]);
      await after.publish(TOPIC, [eventOf('a', 2)]);
      await until('the event after', () => got.length >= 3);
      assert.deepEqual(got, ['0', '1', '2']);
    });

    it('get an event again that a process handled which crashed before its commit', async (t) => {
      const prefix = await ownTopics(t);
      const event = eventOf('a');
      const { bus: publishing } = await startedBus(t, prefix, []);
      await publishing.publish(TOPIC, [event]);
      const path = fileURLToPath(new URL('./crashing-member.js', import.meta.url));
      const child = spawn(process.execPath, [path, prefix, 'issuer'], { stdio: ['ignore', 'pipe', 'inherit'] });
      let seen = '';
      child.stdout.on('data', (data: Buffer) => {
        seen += data.toString();
      });
      const signal = await new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
      assert.deepEqual([signal, seen.trim()], ['SIGKILL', event.id]);
      assert.equal(await committed(prefix, 'issuer'), 0);
      const got: string[] = [];
      await startedBus(t, prefix, [on(async (one) => void got.push(one.id))]);
      await until('the event again', async () => got.length > 0);
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
      await until('all events in both', () => got.every((ids) => ids.length >= events.length));
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
});
