import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KafkaMessage, Link } from '../../../src/bus/kafka/link.ts';
import { Publisher, type PublisherOptions } from '../../../src/bus/kafka/publisher.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';
import { newGate } from '../contract.ts';

const refused = { code: 'temporarily_unavailable' };

/** The content of one send. */
interface Sent {
  readonly topic: string;
  readonly messages: readonly KafkaMessage[];
}

interface World {
  readonly publisher: Publisher;
  /** The sends, by link. */
  readonly sends: Sent[][];
  closed: number;
  now: number;
  /** How the cluster behaves; may be set at any time. */
  open: () => Promise<void>;
  send: (topic: string) => Promise<void>;
  probe: () => Promise<void>;
  topics: readonly string[];
}

/** A publisher, not started, on links that the test controls. */
function newWorld(t: TestContext, options: Partial<PublisherOptions> = {}): World {
  const nothing = async (): Promise<void> => undefined;
  const sends: World['sends'] = [];
  const state = { sends, closed: 0, now: 0, open: nothing, send: nothing, probe: nothing, topics: ['a', 'b', 'c'] };
  const open = async (): Promise<Link> => {
    const sent: Sent[] = [];
    sends.push(sent);
    await world.open();
    return {
      send: async (topic, messages) => {
        sent.push({ topic, messages });
        await world.send(topic);
      },
      topics: async () => new Set(world.topics),
      probe: () => world.probe(),
      deleteGroup: nothing,
      close: async () => {
        world.closed += 1;
      },
    };
  };
  const publisher = new Publisher({
    open,
    topics: [],
    clock: () => world.now,
    log: silentLog,
    // The shortest pauses between attempts.
    random: (bytes) => Buffer.alloc(bytes),
    limits: { open: 5000, send: 20, patience: 20 },
    ...options,
  });
  const world: World = Object.assign(state, { publisher });
  t.after(() => publisher.stop());
  return world;
}

const message = (value: string): { key: string; value: string } => ({ key: 'k', value });

/** A started publisher whose link is open. */
async function connected(t: TestContext, options: Partial<PublisherOptions> = {}): Promise<World> {
  const world = newWorld(t, options);
  world.publisher.start();
  await until('the link', () => world.publisher.missing([]) !== undefined);
  return world;
}

describe('Publisher', () => {
  it('batches concurrent publications to a topic into one send, and has one send in flight', async (t) => {
    const world = await connected(t, { limits: { send: 5000 } });
    const gate = newGate();
    world.send = () => gate.opened;
    const first = ['1', '2'].map((value) => world.publisher.publish('a', [message(value)]));
    const other = world.publisher.publish('b', [message('3')]);
    await until('the first send', () => world.sends[0]?.length === 1);
    const later = ['4', '5'].map((value) => world.publisher.publish('a', [message(value)]));
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(world.sends[0]?.length, 1);
    gate.open();
    await Promise.all([...first, other, ...later]);
    assert.deepEqual(world.sends, [
      [
        { topic: 'a', messages: [message('1'), message('2')] },
        { topic: 'b', messages: [message('3')] },
        { topic: 'a', messages: [message('4'), message('5')] },
      ],
    ]);
  });

  it('splits too many messages into several sends, in order, and sends none after a failure', async (t) => {
    const world = await connected(t);
    const many = Array.from({ length: 2500 }, (_, i) => message(`${i}`));
    await world.publisher.publish('a', many);
    const sent = world.sends[0]?.map(({ messages }) => messages) ?? [];
    assert.deepEqual(
      sent.map((messages) => messages.length),
      [1000, 1000, 500],
    );
    assert.deepEqual(sent.flat(), many);
    world.send = async () => {
      throw new Error('no');
    };
    await assert.rejects(world.publisher.publish('a', many), refused);
    assert.equal(world.sends[0]?.length, 4);
  });

  it('waits briefly for the first link', async (t) => {
    const world = newWorld(t, { limits: { open: 5000, send: 20, patience: 5000 } });
    const gate = newGate();
    world.open = () => gate.opened;
    world.publisher.start();
    const publishing = world.publisher.publish('a', [message('1')]);
    gate.open();
    await publishing;
  });

  it('refuses pending and new callers when the link takes longer, and accepts them again once it is open', async (t) => {
    const world = newWorld(t);
    const gate = newGate();
    world.open = () => gate.opened;
    world.publisher.start();
    await assert.rejects(world.publisher.publish('a', [message('1')]), refused);
    await assert.rejects(world.publisher.publish('a', [message('1')]), refused);
    await assert.rejects(world.publisher.ping(), refused);
    gate.open();
    await until('the link', () => world.publisher.missing([]) !== undefined);
    await world.publisher.publish('a', [message('2')]);
    assert.deepEqual(world.sends, [[{ topic: 'a', messages: [message('2')] }]]);
  });

  it('repeats until a link opens', async (t) => {
    const world = newWorld(t);
    let failures = 2;
    world.open = async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('no broker');
    };
    world.publisher.start();
    await until('the link', () => world.publisher.missing([]) !== undefined);
    assert.equal(world.sends.length, 3);
    await world.publisher.publish('a', [message('1')]);
  });

  it('discards a link after a failed send, and sends waiting messages by the next one', async (t) => {
    const world = await connected(t);
    world.send = async () => {
      world.send = async () => undefined;
      throw new Error('out of order sequence number');
    };
    const failed = assert.rejects(world.publisher.publish('a', [message('1')]), refused);
    await until('the failed send', () => world.sends[0]?.length === 1);
    await Promise.all([failed, world.publisher.publish('b', [message('2')])]);
    assert.deepEqual(world.sends[1], [{ topic: 'b', messages: [message('2')] }]);
    assert.equal(world.closed, 1);
  });

  it('fails a send that gets no answer', async (t) => {
    const world = await connected(t);
    world.send = () => new Promise(() => undefined);
    await assert.rejects(world.publisher.publish('a', [message('1')]), refused);
    world.send = async () => undefined;
    await until('the next link', () => world.sends.length === 2);
    await world.publisher.publish('a', [message('1')]);
  });

  it('fails no other topic where one fails', async (t) => {
    const world = await connected(t);
    world.send = async (topic) => {
      if (topic === 'a') throw new Error('this topic does not work');
    };
    const outcome = await Promise.allSettled(['a', 'b'].map((topic) => world.publisher.publish(topic, [message('1')])));
    assert.deepEqual(
      outcome.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    await until('the next link', () => world.publisher.missing([]) !== undefined);
    const again = await Promise.allSettled(
      ['b', 'a', 'c'].map((topic) => world.publisher.publish(topic, [message('2')])),
    );
    assert.deepEqual(
      again.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('limits the messages that wait', async (t) => {
    const world = newWorld(t, { limits: { open: 5000, send: 20, patience: 5000 } });
    const gate = newGate();
    world.open = () => gate.opened;
    world.publisher.start();
    const thousand = Array.from({ length: 1000 }, (_, i) => message(`${i}`));
    const waiting = Array.from({ length: 10 }, () => world.publisher.publish('a', thousand));
    await assert.rejects(world.publisher.publish('a', [message('1')]), refused);
    gate.open();
    await Promise.all(waiting);
  });

  it('refuses missing topics without a request, until they exist', async (t) => {
    const world = newWorld(t, { topics: ['a', 'd'] });
    world.publisher.start();
    await until('the link', () => world.publisher.missing([]) !== undefined);
    assert.deepEqual(world.publisher.missing(['a', 'd']), ['d']);
    await assert.rejects(world.publisher.publish('d', [message('1')]), refused);
    await world.publisher.publish('a', [message('1')]);
    world.topics = ['a', 'd'];
    await until('the topic', () => world.publisher.missing(['d'])?.length === 0);
    await world.publisher.publish('d', [message('1')]);
    assert.equal(world.sends.length, 1, 'the link is still the first');
  });

  it('probes the cluster for a ping, not more often than needed, and discards a link that does not answer', async (t) => {
    const world = await connected(t);
    let probes = 0;
    world.probe = async () => {
      probes += 1;
    };
    world.now = 1000;
    await Promise.all([world.publisher.ping(), world.publisher.ping()]);
    world.now = 2000;
    await world.publisher.ping();
    assert.equal(probes, 1);
    world.now = 3000;
    world.probe = () => new Promise(() => undefined);
    await assert.rejects(world.publisher.ping(), refused);
    await until('the next link', () => world.sends.length === 2);
  });

  it('sends waiting messages at the stop, and accepts none after it', async (t) => {
    const world = await connected(t);
    const publishing = world.publisher.publish('a', [message('1')]);
    await world.publisher.stop();
    await publishing;
    assert.equal(world.closed, 1);
    await assert.rejects(world.publisher.publish('a', [message('2')]), refused);
  });

  it('closes a link that opens after the stop', async (t) => {
    const world = newWorld(t);
    const gate = newGate();
    world.open = () => gate.opened;
    world.publisher.start();
    await world.publisher.stop();
    gate.open();
    await until('the end of the link', () => world.closed === 1);
  });
});
