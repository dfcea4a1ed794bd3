/** Streams of a tenant in one process and in two: order, holes, a silent bus, and what joins in between. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createEventAppender } from '@countersign/shared/event-log/append';
import { silentLog } from '@countersign/shared/kernel/log';
import type { Store } from '@countersign/shared/store/port';
import { eventLog } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { type Position, readPosition } from '../../src/events/event-text.ts';
import { createEventTails, type EventTails } from '../../src/events/tails.ts';

const START = 1_700_000_000_000;

interface World {
  readonly store: Store;
  readonly time: { now: number };
  /** A gateway process. */
  gateway(store?: Store): EventTails & { tick(): Promise<void> };
  append(session: string, ...ids: string[]): Promise<void>;
  appendDry(session: string, id: string): Promise<void>;
}

async function openWorld(t: TestContext): Promise<World> {
  const store = await temporaryStore(t);
  const time = { now: START };
  const clock = (): number => time.now;
  const appender = createEventAppender({ store, clock });
  const event = (id: string) => ({ id, type: 'token.issued', at: START, data: {} });
  return {
    store,
    time,
    gateway: (own = store) => {
      const waiting = new Set<() => void>();
      const later = (_: number, run: () => void) => {
        waiting.add(run);
        return () => void waiting.delete(run);
      };
      const tails = createEventTails({ store: own, clock, log: silentLog, source: 'https://x', later });
      t.after(() => tails.stop());
      return {
        ...tails,
        tick: async () => {
          // A tail that has read waits again.
          while (waiting.size === 0) await turn();
          for (const run of [...waiting]) {
            waiting.delete(run);
            run();
          }
          while (waiting.size === 0) await turn();
        },
      };
    },
    append: async (session, ...ids) => {
      await appender.append({ tenant: 'acme', session, events: ids.map(event) });
    },
    appendDry: async (session, id) => {
      await appender.append({ tenant: 'acme', session, events: [event(id)], dryRun: true });
    },
  };
}

async function open(tails: EventTails, options: { readonly after?: Position; readonly session?: string } = {}) {
  let text = '';
  const joined = await tails.join({
    tenant: 'acme',
    session: options.session,
    after: options.after,
    write: (more) => {
      text += more;
    },
    drained: async () => undefined,
    left: () => false,
  });
  return {
    ...joined,
    ids: () => [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id),
    gaps: () => [...text.matchAll(/event: gap\ndata: (.*)/g)].map(([, data]) => JSON.parse(data ?? '')),
    position: () => readPosition([...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1]) ?? assert.fail('no position'),
  };
}

describe('streams of the log', () => {
  it('a stream gets what comes after its beginning, woken by the bus or by its own polls', async (t) => {
    const world = await openWorld(t);
    await world.append('s', 'before');
    const gateway = world.gateway();
    const stream = await open(gateway);
    await world.append('s', 'a', 'b');
    gateway.wake('acme');
    gateway.wake('other');
    await gateway.tick();
    await world.append('s', 'c');
    // The bus is silent.
    await gateway.tick();
    assert.deepEqual(stream.ids(), ['a', 'b', 'c']);
  });

  it('a stream of a session has all its events, those of dry runs too, which the tenant does not see', async (t) => {
    const world = await openWorld(t);
    await world.append('s', 'a');
    await world.append('other', 'x');
    await world.appendDry('dry', 'd');
    const gateway = world.gateway();
    const [session, dry, all] = [
      await open(gateway, { session: 's' }),
      await open(gateway, { session: 'dry' }),
      await open(gateway, { after: { number: 0 } }),
    ];
    await world.append('s', 'b');
    await world.appendDry('dry', 'e');
    await gateway.tick();
    assert.deepEqual(
      [session.ids(), dry.ids(), all.ids()],
      [
        ['a', 'b'],
        ['d', 'e'],
        ['a', 'x', 'b'],
      ],
    );
    // The position of a stream moves with events that are not its own.
    assert.equal(session.sign(), 'id: 5\n:\n\n');
  });

  it('continues at another replica, at each position, which may be ahead of what that replica has seen', async (t) => {
    const world = await openWorld(t);
    const [one, two] = [world.gateway(), world.gateway()];
    const behind = await open(two);
    const first = await open(one);
    await world.append('s', 'a', 'b', 'c');
    await world.append('s', 'd');
    await one.tick();
    assert.deepEqual(first.ids(), ['a', 'b', 'c', 'd']);
    const resumed = await open(two, { after: { number: 1, count: 1 } });
    const ahead = await open(two, { after: { number: 2 } });
    assert.equal(ahead.sign(), ':\n\n');
    await world.append('s', 'e');
    await two.tick();
    assert.deepEqual(
      [resumed.ids(), ahead.ids(), behind.ids()],
      [['b', 'c', 'd', 'e'], ['e'], ['a', 'b', 'c', 'd', 'e']],
    );
    const within = await open(two, { after: { number: 1, count: 2 } });
    assert.deepEqual(within.ids(), ['c', 'd', 'e']);
    assert.deepEqual([...first.gaps(), ...resumed.gaps(), ...ahead.gaps()], []);
  });

  it('waits for a missing number, then fills it; a slow writer takes another one', async (t) => {
    const world = await openWorld(t);
    const [one, two] = [world.gateway(), world.gateway()];
    const streams = [await open(one), await open(two)];
    await world.append('s', 'a');
    const late = { id: 'late', tenant: 'acme', at: START, session: 's', events: [] };
    await world.store.insert(eventLog, {
      ...late,
      id: 'b',
      number: 3,
      events: [{ id: 'b', type: 't', at: 1, data: {} }],
    });
    for (const gateway of [one, two]) await gateway.tick();
    assert.deepEqual(
      streams.map((stream) => stream.ids()),
      [['a'], ['a']],
    );
    world.time.now += 2000;
    for (const gateway of [one, two, one]) await gateway.tick();
    assert.deepEqual(
      streams.map((stream) => stream.ids()),
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    // The writer that has taken number 2 finds it taken.
    assert.equal(await world.store.insert(eventLog, { ...late, number: 2 }), undefined);
  });

  it('a stream that begins while a number is missing does not lose what comes there', async (t) => {
    const world = await openWorld(t);
    await world.append('s', 'a');
    const event = (id: string) => [{ id, type: 't', at: 1, data: {} }];
    const document = { tenant: 'acme', at: START, session: 's' };
    await world.store.insert(eventLog, { ...document, id: 'c', number: 3, events: event('c') });
    const gateway = world.gateway();
    const stream = await open(gateway);
    assert.deepEqual(stream.position(), { number: 1 });
    await world.store.insert(eventLog, { ...document, id: 'b', number: 2, events: event('b') });
    await gateway.tick();
    assert.deepEqual(stream.ids(), ['b', 'c']);
  });

  it('names a gap where events are gone, or a restored store has lost numbers', async (t) => {
    const world = await openWorld(t);
    for (const id of ['a', 'b', 'c', 'd']) await world.append('s', id);
    for (const id of ['a', 'b']) {
      await world.store.delete(eventLog, (await world.store.get(eventLog, id)) ?? assert.fail());
    }
    const gateway = world.gateway();
    const old = await open(gateway, { after: { number: 1 } });
    assert.deepEqual([old.gaps(), old.ids()], [[{ after: '1', first: '3' }], ['c', 'd']]);
    assert.deepEqual((await open(gateway, { after: { number: 2 } })).gaps(), []);
    assert.deepEqual((await open(gateway, { after: { number: 0 } })).ids(), ['c', 'd']);
    const lost = await open(gateway, { after: { number: 99 } });
    await world.append('s', 'e');
    await gateway.tick();
    assert.deepEqual([lost.gaps(), lost.ids()], [[{ after: '99', first: '5' }], ['e']]);
  });

  it('reads a long log in pages, once', async (t) => {
    const world = await openWorld(t);
    const ids = Array.from({ length: 450 }, (_, n) => `e${n}`);
    for (const id of ids) await world.append('s', id);
    const gateway = world.gateway();
    assert.deepEqual((await open(gateway, { after: { number: 0 } })).ids(), ids);
    assert.deepEqual((await open(gateway, { session: 's' })).ids(), ids);
  });

  it('tells who follows a session of its events alone, until that ends', async (t) => {
    const world = await openWorld(t);
    await world.append('s', 'before');
    const gateway = world.gateway();
    const woken: string[] = [];
    const [own, dry, ended] = ['s', 'dry', 's'].map((session) => gateway.follow('acme', session));
    const wait = (name: string, following = own) =>
      following?.next(3_600_000).then(() => {
        woken.push(name);
      });
    // The tail knows its start.
    await open(gateway);
    const waiting = wait('own');
    const other = wait('dry', dry);
    ended?.end();
    await world.append('other', 'x');
    await gateway.tick();
    assert.deepEqual(woken, []);
    await world.append('s', 'a');
    await gateway.tick();
    await waiting;
    await world.appendDry('dry', 'd');
    await gateway.tick();
    await other;
    assert.deepEqual(woken, ['own', 'dry']);
  });

  it('leaves a session without news where the store is away, and lets later streams begin', async (t) => {
    const world = await openWorld(t);
    const store = { ...world.store, find: async () => assert.fail('away') } as unknown as Store;
    const away = world.gateway(store);
    const following = away.follow('acme', 's');
    await assert.rejects(open(away));
    store.find = world.store.find.bind(world.store);
    await open(away, { session: 's' });
    following.end();
    following.end();
    await open(away, { session: 's' });
  });

  it('fails a stream that begins while the store is away, and continues those that are open', async (t) => {
    const world = await openWorld(t);
    let away = false;
    const { store } = world;
    const failing: Store = {
      insert: store.insert.bind(store),
      get: store.get.bind(store),
      replace: store.replace.bind(store),
      delete: store.delete.bind(store),
      ping: store.ping.bind(store),
      close: store.close.bind(store),
      find: async (...given) => (away ? assert.fail('away') : store.find(...given)),
    };
    const gateway = world.gateway(failing);
    const stream = await open(gateway);
    away = true;
    await world.append('s', 'a');
    await gateway.tick();
    await assert.rejects(open(gateway, { after: { number: 0 } }));
    stream.sign();
    away = false;
    await gateway.tick();
    assert.deepEqual(stream.ids(), ['a']);
    stream.leave();
    away = true;
    // The tail has ended with its last stream: the next stream starts a new tail, and fails.
    await assert.rejects(open(gateway));
    away = false;
    await open(gateway);
  });
});
