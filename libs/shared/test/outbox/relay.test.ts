import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Bus } from '../../src/bus/port.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { unavailable } from '../../src/kernel/unavailable.ts';
import { pushed } from '../../src/outbox/outbox.ts';
import { createRelay } from '../../src/outbox/relay.ts';
import type { Store } from '../../src/store/port.ts';
import { updateDocument } from '../../src/store/update-document.ts';
import { newGate } from '../bus/contract.ts';
import { cases, entryOf, insertCase, START, setUp, TOPIC, withPublish } from './relay-setting.ts';

describe('relay', () => {
  it('publishes the entries of a document in order, and acknowledgements them', async (t) => {
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

  it('reads nothing where it gets the stored document, and acknowledgements from the revision that is stored by then', async (t) => {
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
    // Its document is outdated at the acknowledgement: other writers' later changes stay.
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

  it('publishes nothing again that it has acknowledged since the document was read', async (t) => {
    const { store, relay, got } = await setUp(t);
    const first = await insertCase(store, 'a', [entryOf('a')]);
    const second = await store.replace(cases, pushed(first, [entryOf('a', 1)], START));
    relay.wake('a', first);
    await relay.idle();
    relay.wake('a', second);
    await relay.idle();
    assert.deepEqual(
      got.map(({ id }) => id),
      second?.outbox.map(({ event }) => event.id),
    );
    assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
  });

  it('publishes before the turn of the event loop ends, and takes what is only logged behind it', async (t) => {
    const { store, bus } = await setUp(t);
    const done: string[] = [];
    const relay = createRelay({
      store,
      bus: withPublish(bus, async () => void done.push('published')),
      collection: cases,
      topics: [TOPIC],
      feed: () => ({
        add: ({ id }) => void done.push(`logged ${id}`),
        waiting: () => false,
        flush: async () => undefined,
      }),
      clock: () => START,
      log: silentLog,
    });
    const event = { id: 'e', type: 'session.created', at: START, data: {} };
    const logged = { ...(await insertCase(store, 'a', [])), events: [event] };
    const awaited = await insertCase(store, 'b', [entryOf('b')]);
    relay.wake('a', logged);
    relay.wake('b', awaited);
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    assert.deepEqual(done, ['published']);
    await relay.stop();
    assert.deepEqual(done, ['published', 'logged a']);
  });

  it('a sweep reads nothing while the bus is unreachable, and relays everything when it is reachable again', async (t) => {
    let unreachable = true;
    const awayBus = (bus: Bus): Bus => ({
      ...withPublish(bus, async (topic, events) => {
        if (unreachable)
          throw new ProtocolError('temporarily_unavailable', 'unreachable', { reason: 'dependency_away' });
        await bus.publish(topic, events);
      }),
      ping: async () => {
        if (unreachable)
          throw new ProtocolError('temporarily_unavailable', 'unreachable', { reason: 'dependency_away' });
      },
    });
    const { store, relay, got } = await setUp(t, { bus: awayBus });
    const find = t.mock.method(store, 'find');
    for (let n = 0; n < 150; n += 1) await insertCase(store, `s${n}`, [entryOf(`s${n}`)], 0);
    await relay.sweep(0);
    assert.equal(find.mock.callCount(), 0);
    unreachable = false;
    await relay.sweep(0);
    assert.equal(got.length, 150);
    const left = await store.find(cases, { index: 'outbox', limit: 200 });
    assert.deepEqual(left.documents, []);
  });

  it('uses the newest of the documents that it gets, in whatever order they arrive', async (t) => {
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
    // Without the stored document it reads.
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

  it('keeps a state change that comes between publish and acknowledgement, and an event that it pushes', async (t) => {
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

  it('publishes again, with the same id, what was published but not acknowledged', async (t) => {
    let crash = true;
    const { store, relay, got } = await setUp(t, {
      store: (inner) => ({
        insert: (collection, document) => inner.insert(collection, document),
        get: (collection, id) => inner.get(collection, id),
        find: (collection, query) => inner.find(collection, query),
        delete: (collection, document) => inner.delete(collection, document),
        ping: () => inner.ping(),
        close: () => inner.close(),
        // Only the relay writes through this store: a process that crashes before its acknowledgement.
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

  it('keeps the entry when the publish fails, and acknowledgements only the topics that were published', async (t) => {
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

  it('has one run per document at a time, and one more when it is woken during a run', async (t) => {
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

  it('tolerates a document that is missing or deleted during the run', async (t) => {
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

  it('never throws from wake: the sweep repeats what failed', async (t) => {
    let broken = true;
    const setting = await setUp(t, {
      bus: (bus) =>
        withPublish(bus, async (topic, events) => {
          if (broken) throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
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

  it('two concurrent relays publish at most twice, and acknowledge once', async (t) => {
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
