import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { BusEvent, Topic } from '../../src/bus/catalogue.ts';
import { createInProcessBus } from '../../src/bus/in-process.ts';
import { type OutboxEntry, pushed, type WithOutbox } from '../../src/bus/outbox.ts';
import type { Bus, EventHandler } from '../../src/bus/port.ts';
import { createRelay, type Relay } from '../../src/bus/relay.ts';
import { ProtocolError } from '../../src/errors.ts';
import { createLog, silentLog } from '../../src/log.ts';
import { openEmbeddedStore } from '../../src/store/embedded.ts';
import type { Collection, Store } from '../../src/store/port.ts';
import { updateDocument } from '../../src/store/sessions.ts';
import { unavailable } from '../../src/store/unavailable.ts';
import { eventOf, newGate } from './contract.ts';

interface Case extends WithOutbox {
  readonly state: string;
}

const cases: Collection<Case> = { name: 'cases', indexes: { outbox: { fields: ['outboxSince'] } } };
const TOPIC: Topic = 'issuance-results';
const START = 1_700_000_000_000;

interface Setting {
  readonly store: Store;
  readonly bus: Bus;
  readonly relay: Relay;
  readonly got: BusEvent[];
  now: number;
}

/** Store, bus and relay of the issuer's topics; `handler` comes after the event was noted. */
async function setUp(
  t: TestContext,
  options: {
    readonly handler?: EventHandler;
    readonly bus?: (bus: Bus) => Bus;
    readonly store?: (store: Store) => Store;
  } = {},
): Promise<Setting> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-relay-'));
  const store = await openEmbeddedStore({ folder });
  const got: BusEvent[] = [];
  const setting = { store, got, now: START };
  const clock = (): number => setting.now;
  const deadLetter = async (): Promise<void> => assert.fail('nothing is to die here');
  const bus = createInProcessBus({ clock, log: silentLog, deadLetter, pauses: [1] });
  bus.subscribe({
    topic: TOPIC,
    group: 'one',
    handler: async (event) => {
      got.push(event);
      await options.handler?.(event);
    },
  });
  await bus.start();
  const relay = createRelay({
    store: options.store?.(store) ?? store,
    bus: options.bus?.(bus) ?? bus,
    collection: cases,
    topics: [TOPIC, 'presentation-requests'],
    clock,
    log: silentLog,
  });
  t.after(async () => {
    await Promise.all([relay.stop(), bus.stop()]);
    await store.close();
    await rm(folder, { recursive: true });
  });
  return Object.assign(setting, { bus, relay });
}

function entryOf(session: string, n = 0, topic = TOPIC): OutboxEntry {
  return { topic, event: eventOf(session, n) };
}

/** Stores a case whose outbox has these entries since `since`. */
async function insertCase(store: Store, id: string, entries: readonly OutboxEntry[], since = START): Promise<Case> {
  const stored = await store.insert(cases, pushed({ id, rev: 0, state: 'new', outbox: [] }, entries, since));
  assert.ok(stored);
  return stored;
}

/** A bus that does something in place of, or around, `publish`. */
function withPublish(bus: Bus, publish: Bus['publish']): Bus {
  return {
    publish,
    subscribe: (subscription) => bus.subscribe(subscription),
    start: () => bus.start(),
    stop: () => bus.stop(),
    ping: () => bus.ping(),
  };
}

describe('relay', () => {
  it('publishes the entries of a document in order, and pulls them', async (t) => {
    const { store, relay, got } = await setUp(t);
    const entries = [0, 1, 2].map((n) => entryOf('a', n));
    await insertCase(store, 'a', entries);
    relay.wake('a');
    await relay.idle();
    assert.deepEqual(
      got,
      entries.map((entry) => entry.event),
    );
    assert.deepEqual(await store.get(cases, 'a'), { id: 'a', rev: 2, state: 'new', outbox: [] });
    relay.wake('a');
    await relay.idle();
    assert.equal(got.length, 3);
  });

  it('reads nothing where it is told what was stored, and pulls what stands there meanwhile', async (t) => {
    let reads = 0;
    const counting = (store: Store): Store => ({
      ...store,
      insert: (...given) => store.insert(...given),
      find: (...given) => store.find(...given),
      delete: (...given) => store.delete(...given),
      ping: () => store.ping(),
      close: () => store.close(),
      replace: (...given) => store.replace(...given),
      get: (...given) => {
        reads += 1;
        return store.get(...given);
      },
    });
    const { store, relay, got } = await setUp(t, { store: counting });
    const first = await insertCase(store, 'a', [entryOf('a')]);
    relay.wake('a', first);
    await relay.idle();
    assert.equal(reads, 0);
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
    // What it was told is old when the pull comes: the state that others wrote stays.
    const present = await store.get(cases, 'a');
    assert.ok(present);
    const second = await store.replace(cases, pushed(present, [entryOf('a', 1)], START));
    assert.ok(second);
    const third = await store.replace(cases, { ...second, state: 'changed' });
    assert.ok(third);
    relay.wake('a', second);
    await relay.idle();
    assert.deepEqual(await store.get(cases, 'a'), { id: 'a', rev: third.rev + 1, state: 'changed', outbox: [] });
    assert.equal(got.length, 2);
  });

  it('a sweep reads nothing while the bus is away, and goes through everything when it is back', async (t) => {
    let away = true;
    const awayBus = (bus: Bus): Bus => ({
      ...withPublish(bus, async (topic, events) => {
        if (away) throw new ProtocolError('temporarily_unavailable', 'away');
        await bus.publish(topic, events);
      }),
      ping: async () => {
        if (away) throw new ProtocolError('temporarily_unavailable', 'away');
      },
    });
    const { store, relay, got } = await setUp(t, { bus: awayBus });
    const find = t.mock.method(store, 'find');
    for (let n = 0; n < 150; n += 1) await insertCase(store, `s${n}`, [entryOf(`s${n}`)], 0);
    await relay.sweep(0);
    assert.equal(find.mock.callCount(), 0);
    away = false;
    await relay.sweep(0);
    assert.equal(got.length, 150);
    const left = await store.find(cases, { index: 'outbox', limit: 200 });
    assert.deepEqual(left.documents, []);
  });

  it('takes the newest of what it is told, in whatever order it comes', async (t) => {
    const { store, relay, got } = await setUp(t);
    const older = await insertCase(store, 'a', [entryOf('a')]);
    const newer = await store.replace(cases, pushed(older, [entryOf('a', 1)], START));
    assert.ok(newer);
    relay.wake('a', older);
    relay.wake('a', newer);
    relay.wake('a', older);
    await relay.idle();
    assert.equal(got.length, 2);
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
    const again = await store.get(cases, 'a');
    assert.ok(again);
    const more = await store.replace(cases, pushed(again, [entryOf('a', 2)], START));
    assert.ok(more);
    // Not told what was stored: it reads.
    relay.wake('a', again);
    relay.wake('a');
    relay.wake('a', again);
    await relay.idle();
    assert.equal(got.length, 3);
  });

  it('leaves the entries of other services alone', async (t) => {
    const { store, relay, got } = await setUp(t);
    const [mine, theirs] = [entryOf('a'), entryOf('a', 1, 'presentation-results')];
    await insertCase(store, 'a', [theirs, mine]);
    relay.wake('a');
    await relay.idle();
    assert.deepEqual(got, [mine.event]);
    const left = await store.get(cases, 'a');
    assert.deepEqual([left?.outbox, left?.outboxSince], [[theirs], START]);
    const rev = left?.rev;
    relay.wake('a');
    await relay.idle();
    assert.equal((await store.get(cases, 'a'))?.rev, rev, 'nothing to do is nothing to write');
  });

  it('keeps a state change that comes between publish and pull, and an event that it pushes', async (t) => {
    const later = entryOf('a', 1);
    const { store, relay, got } = await setUp(t, {
      handler: async (event) => {
        if (event.data.n !== '0') return;
        await updateDocument(store, cases, 'a', (present) => pushed({ ...present, state: 'changed' }, [later], START));
      },
    });
    const first = entryOf('a', 0);
    await insertCase(store, 'a', [first]);
    relay.wake('a');
    await relay.idle();
    const between = await store.get(cases, 'a');
    assert.deepEqual([between?.state, between?.outbox], ['changed', [later]]);
    relay.wake('a');
    await relay.idle();
    assert.deepEqual(await store.get(cases, 'a'), { id: 'a', rev: 4, state: 'changed', outbox: [] });
    assert.deepEqual(got, [first.event, later.event]);
  });

  it('publishes again, with the same id, what was published but not pulled', async (t) => {
    let crash = true;
    const { store, relay, got } = await setUp(t, {
      store: (inner) => ({
        insert: (collection, document) => inner.insert(collection, document),
        get: (collection, id) => inner.get(collection, id),
        find: (collection, query) => inner.find(collection, query),
        delete: (collection, document) => inner.delete(collection, document),
        ping: () => inner.ping(),
        close: () => inner.close(),
        // Only the relay writes through this one: a process that dies before its pull.
        replace: async (collection, document) => {
          if (crash) throw unavailable('database');
          return inner.replace(collection, document);
        },
      }),
    });
    const entry = entryOf('a');
    const before = await insertCase(store, 'a', [entry]);
    relay.wake('a');
    await relay.idle();
    assert.deepEqual(await store.get(cases, 'a'), before);
    crash = false;
    relay.wake('a');
    await relay.idle();
    assert.deepEqual(got, [entry.event, entry.event]);
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
  });

  it('keeps the entry when the publish fails, and pulls only the topics that went out', async (t) => {
    const lines: string[] = [];
    const { store, bus } = await setUp(t);
    const failing = withPublish(bus, async (topic, events) => {
      if (topic === 'presentation-requests') throw unavailable('kafka');
      await bus.publish(topic, events);
    });
    const relay = createRelay({
      store,
      bus: failing,
      collection: cases,
      topics: [TOPIC, 'presentation-requests'],
      clock: () => START,
      log: createLog(
        'debug',
        () => 0,
        (line) => lines.push(line),
      ),
    });
    const stuck = entryOf('a', 1, 'presentation-requests');
    await insertCase(store, 'a', [entryOf('a'), stuck]);
    relay.wake('a');
    await relay.idle();
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, [stuck]);
    assert.match(lines.join(''), /presentation-requests/);
  });

  it('runs once a document at a time, and once more when it is woken meanwhile', async (t) => {
    const gate = newGate();
    let publishing = 0;
    let most = 0;
    const { store, relay, got } = await setUp(t, {
      bus: (bus) =>
        withPublish(bus, async (topic, events) => {
          publishing += 1;
          most = Math.max(most, publishing);
          await gate.opened;
          await bus.publish(topic, events);
          publishing -= 1;
        }),
    });
    await insertCase(store, 'a', [entryOf('a', 0)]);
    relay.wake('a');
    relay.wake('a');
    await updateDocument(store, cases, 'a', (present) => pushed(present, [entryOf('a', 1)], START));
    for (let i = 0; i < 20; i += 1) relay.wake('a');
    gate.open();
    await relay.idle();
    assert.equal(most, 1);
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
    assert.deepEqual([...new Set(got.map((event) => event.data.n))], ['0', '1']);
  });

  it('bears that a document is not there, or is deleted meanwhile', async (t) => {
    const { store, relay, got } = await setUp(t, {
      handler: async () => {
        const present = await store.get(cases, 'a');
        assert.ok(present && (await store.delete(cases, present)));
      },
    });
    await insertCase(store, 'a', [entryOf('a')]);
    relay.wake('a');
    relay.wake('none');
    await relay.idle();
    assert.equal(got.length, 1);
    assert.equal(await store.get(cases, 'a'), undefined);
  });

  it('never throws out of wake: what fails is left to the sweep', async (t) => {
    let broken = true;
    const setting = await setUp(t, {
      bus: (bus) =>
        withPublish(bus, async (topic, events) => {
          if (broken) throw new ProtocolError('temporarily_unavailable', 'Not now');
          await bus.publish(topic, events);
        }),
    });
    const { store, relay, got } = setting;
    await insertCase(store, 'a', [entryOf('a')]);
    relay.wake('a');
    await relay.idle();
    assert.equal((await store.get(cases, 'a'))?.outbox.length, 1);
    broken = false;
    setting.now += 60_000;
    await relay.sweep();
    assert.equal(got.length, 1);
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
  });

  it('two relays at once publish twice at most, and pull once', async (t) => {
    const { store, bus, relay, got } = await setUp(t);
    const other = createRelay({ store, bus, collection: cases, topics: [TOPIC], clock: () => START, log: silentLog });
    for (let i = 0; i < 20; i += 1) await insertCase(store, `s${i}`, [entryOf(`s${i}`)]);
    for (let i = 0; i < 20; i += 1) {
      relay.wake(`s${i}`);
      other.wake(`s${i}`);
    }
    await Promise.all([relay.idle(), other.idle()]);
    assert.equal(new Set(got.map((event) => event.id)).size, 20);
    for (let i = 0; i < 20; i += 1) assert.deepEqual((await store.get(cases, `s${i}`))?.outbox, []);
  });
});

describe('sweep of the outboxes', () => {
  it('relays what is some seconds old, page by page, and nothing younger', async (t) => {
    const { store, relay, got } = await setUp(t);
    const old = Array.from({ length: 230 }, (_, i) => `old-${i}`);
    await Promise.all(old.map((id) => insertCase(store, id, [entryOf(id)], START - 60_000)));
    await insertCase(store, 'young', [entryOf('young')], START - 1000);
    await Promise.all([relay.sweep(), relay.sweep()]);
    assert.deepEqual(got.map((event) => event.subject).sort(), old.sort());
    const left = await store.find(cases, { index: 'outbox', limit: 999 });
    assert.deepEqual(
      left.documents.map((document) => document.id),
      ['young'],
    );
  });

  it('passes over the entries of other services, however many come first', async (t) => {
    const { store, relay, got } = await setUp(t);
    const theirs = Array.from({ length: 120 }, (_, i) => `theirs-${i}`);
    await Promise.all(theirs.map((id) => insertCase(store, id, [entryOf(id, 0, 'status-changes')], START - 90_000)));
    await insertCase(store, 'mine', [entryOf('mine')], START - 60_000);
    await relay.sweep();
    assert.deepEqual(
      got.map((event) => event.subject),
      ['mine'],
    );
    assert.equal((await store.get(cases, 'theirs-0'))?.rev, 1);
  });

  it('finds after a restart what the process before had not published', async (t) => {
    const { store, bus, relay, got } = await setUp(t);
    await insertCase(store, 'a', [entryOf('a')], START - 60_000);
    await relay.stop();
    relay.wake('a');
    await relay.sweep();
    assert.deepEqual(got, [], 'a stopped relay begins nothing');
    const restarted = createRelay({
      store,
      bus,
      collection: cases,
      topics: [TOPIC],
      clock: () => START,
      log: silentLog,
    });
    await restarted.sweep();
    assert.equal(got.length, 1);
  });

  it('rejects where it can not look, for its job to report', async (t) => {
    const { store, relay } = await setUp(t);
    await store.close();
    await assert.rejects(relay.sweep(), { code: 'temporarily_unavailable' });
  });
});

describe('stop of the relay', () => {
  it('waits for what is under way; an event that was not handled keeps its entry', async (t) => {
    const gate = newGate();
    const begun = newGate();
    const { store, bus, relay, got } = await setUp(t, {
      handler: async () => {
        begun.open();
        await gate.opened;
      },
    });
    // The second event waits behind the first in its partition, for both have one key.
    const [handled, waiting] = [entryOf('key', 0), entryOf('key', 1)];
    await insertCase(store, 'a', [handled]);
    relay.wake('a');
    await begun.opened;
    await insertCase(store, 'b', [waiting]);
    relay.wake('b');
    const stopping = Promise.all([relay.stop(), bus.stop()]);
    gate.open();
    await stopping;
    assert.deepEqual(got, [handled.event]);
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
    assert.deepEqual((await store.get(cases, 'b'))?.outbox, [waiting]);
  });
});

describe('pulls', () => {
  it('go together: a document that fills its outbox again meanwhile is published once and pulled once', async (t) => {
    const { store, relay, got } = await setUp(t);
    await insertCase(store, 'a', [entryOf('a', 0)]);
    relay.wake('a');
    while (got.length < 1) await new Promise((resolve) => setImmediate(resolve));
    const filled = await store.get(cases, 'a');
    assert.ok(filled);
    const second = await store.replace(cases, pushed(filled, [entryOf('a', 1)], START));
    relay.wake('a');
    while (got.length < 2) await new Promise((resolve) => setImmediate(resolve));
    relay.wake('a');
    await relay.idle();
    assert.equal(got.length, 2);
    const empty = await store.get(cases, 'a');
    assert.deepEqual(empty?.outbox, []);
    assert.equal(empty?.rev, Number(second?.rev) + 1);
  });
});

it('a sweep after a start takes what a crash left behind a moment ago', async (t) => {
  const setting = await setUp(t);
  const { store, relay, got } = setting;
  await insertCase(store, 'a', [entryOf('a')], START - 1);
  await relay.sweep();
  assert.equal(got.length, 0);
  await relay.sweep(0);
  assert.equal(got.length, 1);
  assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
});
