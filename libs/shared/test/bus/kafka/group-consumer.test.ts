import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { EachBatchPayload, KafkaClient } from '../../../src/bus/kafka/client.ts';
import { GroupConsumer, type GroupConsumerOptions } from '../../../src/bus/kafka/group-consumer.ts';
import type { EventHandler } from '../../../src/bus/port.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';
import { eventOf, newGate } from '../contract.ts';

const TOPIC = 'issuance-results';

/** A membership in the client library, driven by the test. */
interface FakeMember {
  emit(event: 'CRASH' | 'FETCH' | 'GROUP_JOIN' | 'REBALANCING', payload?: unknown): void;
  /** Passes a batch of events of these sessions, from this offset on, unless a seek makes it stale. */
  deliver(sessions: readonly string[], from?: number): Promise<void>;
  /** Fetches start at the offsets that the consumer has sought. */
  refetch(): void;
  readonly committed: string[];
  readonly calls: string[];
  /** Joined, and called back with batches. */
  running(): boolean;
}

interface World {
  readonly consumer: GroupConsumer;
  readonly members: FakeMember[];
  connect: () => Promise<void>;
  missing: readonly string[] | undefined;
}

function newWorld(t: TestContext, handler: EventHandler): World {
  const members: FakeMember[] = [];
  const createClient = (): KafkaClient => {
    const { client, member } = newMember(() => world.connect());
    members.push(member);
    return client;
  };
  const options: GroupConsumerOptions = {
    createClient,
    groupId: 'test.issuer',
    subscriptions: [{ topic: TOPIC, group: 'issuer', handler }],
    prefix: 'test.',
    fromBeginning: true,
    policy: { clock: () => 0, log: silentLog, deadLetter: async () => undefined, pauses: [1] },
    log: silentLog,
    random: randomBytes,
    missing: () => world.missing,
  };
  const world: World = { consumer: new GroupConsumer(options), members, connect: async () => undefined, missing: [] };
  t.after(() => world.consumer.stop());
  return world;
}

function newMember(connect: () => Promise<void>): { readonly client: KafkaClient; readonly member: FakeMember } {
  const listeners = new Map<string, (event: unknown) => void>();
  const [calls, committed]: [string[], string[]] = [[], []];
  let sought = false;
  let eachBatch: ((payload: EachBatchPayload) => Promise<void>) | undefined;
  const consumer = {
    events: { CRASH: 'CRASH', FETCH: 'FETCH', GROUP_JOIN: 'GROUP_JOIN', REBALANCING: 'REBALANCING' },
    on: (event: string, listener: (event: unknown) => void) => void listeners.set(event, listener),
    connect,
    subscribe: async () => undefined,
    run: async (config: { eachBatch: (payload: EachBatchPayload) => Promise<void> }) => {
      eachBatch = config.eachBatch;
    },
    seek: ({ offset }: { offset: string }) => {
      sought = true;
      calls.push(`seek ${offset}`);
    },
    disconnect: async () => void calls.push('disconnect'),
  };
  const member: FakeMember = {
    calls,
    committed,
    running: () => eachBatch !== undefined,
    emit: (event, payload = { memberAssignment: { [`test.${TOPIC}`]: [0] } }) => listeners.get(event)?.({ payload }),
    refetch: () => {
      sought = false;
    },
    deliver: async (sessions, from = 0) => {
      const messages = sessions.map((session, i) => ({
        offset: `${from + i}`,
        value: Buffer.from(JSON.stringify(eventOf(session))),
      }));
      const end = `${from + sessions.length}`;
      await eachBatch?.({
        batch: { topic: `test.${TOPIC}`, partition: 0, messages, highWatermark: end, lastOffset: () => end },
        isStale: () => sought,
        resolveOffset: (offset: string) => void calls.push(`resolved ${offset}`),
        pause: () => {
          calls.push('pause');
          return () => void calls.push('resume');
        },
        commitOffsetsIfNecessary: async (offsets: { topics: { partitions: { offset: string }[] }[] }) => {
          committed.push(...offsets.topics.flatMap(({ partitions }) => partitions.map(({ offset }) => offset)));
        },
      } as unknown as EachBatchPayload);
    },
  };
  const kafka = { consumer: () => consumer } as unknown as KafkaClient['kafka'];
  return { client: { kafka, destroy: () => void calls.push('destroy') }, member };
}

/** A consumer that is a member, and its membership. */
async function joined(world: World): Promise<FakeMember> {
  world.consumer.start();
  await until('the membership', () => world.members[0]?.running() === true);
  const [member] = world.members;
  assert.ok(member);
  member.emit('GROUP_JOIN');
  return member;
}

/** A member whose handlers wait for a gate. */
async function heldUp(t: TestContext): Promise<{
  readonly gate: ReturnType<typeof newGate>;
  /** Sessions of the handlers that have started. */
  readonly begun: readonly string[];
  readonly world: World;
  readonly member: FakeMember;
}> {
  const gate = newGate();
  const begun: string[] = [];
  const world = newWorld(t, async ({ subject }) => {
    begun.push(subject);
    await gate.opened;
  });
  return { gate, begun, world, member: await joined(world) };
}

const crowd = Array.from({ length: 1000 }, (_, i) => `session-${i}`);

describe('GroupConsumer', () => {
  it('is ready when it has fetched, and not during a rebalance or after a failure', async (t) => {
    const world = newWorld(t, async () => undefined);
    const member = await joined(world);
    const seen: boolean[] = [];
    const record = (): number => seen.push(world.consumer.ready);
    record();
    for (const event of ['FETCH', 'REBALANCING', 'GROUP_JOIN', 'FETCH', 'CRASH'] as const) {
      if (event === 'CRASH') member.emit(event, { error: new Error('ended') });
      else member.emit(event);
      record();
    }
    assert.deepEqual(seen, [false, true, false, false, true, false]);
  });

  it('pauses a partition with many unfinished messages, until few are left', async (t) => {
    const gate = newGate();
    const world = newWorld(t, async ({ subject }) => (subject === 'session-0' ? gate.opened : undefined));
    const member = await joined(world);
    await member.deliver(crowd);
    assert.deepEqual(member.calls, ['resolved 1000', 'pause']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(member.calls.length, 2);
    gate.open();
    await until('room', () => member.calls.includes('resume'));
    await until('the commit', () => member.committed.at(-1) === '1000');
  });

  it('fetches a paused partition again in the next assignment, and begins its handlers after those of the earlier one', async (t) => {
    const { gate, begun, member } = await heldUp(t);
    await member.deliver(crowd);
    await until('the handlers', () => begun.length === 16);
    member.emit('GROUP_JOIN');
    assert.deepEqual(member.calls, ['resolved 1000', 'pause', 'resume', 'seek 0']);
    member.refetch();
    await member.deliver(['session-0']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(begun.length, 16);
    gate.open();
    await until('the event again', () => begun.length === 17);
    await until('the commit of the present assignment', () => member.committed.at(-1) === '1');
  });

  it('ignores a batch that was fetched before the present assignment: the commit would pass unhandled events', async (t) => {
    const handled: string[] = [];
    const stuck = newGate();
    const world = newWorld(t, async ({ subject }) => {
      if (subject === 'slow') await stuck.opened;
      handled.push(subject);
    });
    const member = await joined(world);
    await member.deliver(['first', 'slow', 'slow']);
    await until('the commit of the first', () => member.committed.at(-1) === '1');
    member.emit('GROUP_JOIN');
    await member.deliver(['later'], 3);
    assert.deepEqual(member.calls, ['resolved 3', 'seek 1']);
    member.refetch();
    stuck.open();
    await member.deliver(['slow', 'slow', 'later'], 1);
    await until('the commit of all', () => member.committed.at(-1) === '4');
    assert.deepEqual(handled.sort(), ['first', 'later', 'slow', 'slow', 'slow']);
  });

  it('waits at the stop for running handlers, commits them, and accepts no batch', async (t) => {
    const { gate, begun, world, member } = await heldUp(t);
    await member.deliver(['a']);
    await until('the handler', () => begun.length === 1);
    const stopping = world.consumer.stop();
    await member.deliver(['b'], 1);
    assert.deepEqual(member.calls, ['resolved 1', 'pause']);
    gate.open();
    await stopping;
    assert.deepEqual([begun, member.committed], [['a'], ['1']]);
    assert.deepEqual(member.calls.slice(2), ['disconnect', 'destroy']);
  });

  it('stops also while it can not join', async (t) => {
    const world = newWorld(t, async () => undefined);
    world.connect = () => new Promise(() => undefined);
    world.consumer.start();
    await until('the try', () => world.members.length === 1);
    await world.consumer.stop();
    assert.deepEqual(world.members[0]?.calls, ['disconnect', 'destroy']);
  });

  it('does not join while no broker answers, or a topic is missing', async (t) => {
    const world = newWorld(t, async () => undefined);
    world.missing = undefined;
    world.consumer.start();
    await new Promise((resolve) => setTimeout(resolve, 5));
    world.missing = [`test.${TOPIC}`];
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(world.members.length, 0);
    world.missing = [];
    await until('the membership', () => world.members.length === 1);
  });

  it('replaces a membership that failed, with its client', async (t) => {
    const world = newWorld(t, async () => undefined);
    const member = await joined(world);
    member.emit('FETCH');
    member.emit('CRASH', { error: new Error('ended') });
    await until('the next membership', () => world.members.length === 2);
    assert.deepEqual(member.calls, ['disconnect', 'destroy']);
  });
});
