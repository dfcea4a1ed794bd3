import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { pushed } from '../../src/outbox/outbox.ts';
import { createRelay } from '../../src/outbox/relay.ts';
import { newGate } from '../bus/contract.ts';
import { cases, entryOf, insertCase, START, setUp, TOPIC } from './relay-setting.ts';

describe('sweep of the outboxes', () => {
  it('relays outboxes that are some seconds old, page by page, and none younger', async (t) => {
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

  it('skips the entries of other services, however many come first', async (t) => {
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

  it('finds after a restart the events that the earlier process did not publish', async (t) => {
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

  it('rejects where the outboxes can not be read, for its job to report', async (t) => {
    const { store, relay } = await setUp(t);
    await store.close();
    await assert.rejects(relay.sweep(), { code: 'temporarily_unavailable' });
  });
});

describe('stop of the relay', () => {
  it('waits for running work; an event that was not handled keeps its entry', async (t) => {
    const gate = newGate();
    const begun = newGate();
    const { store, bus, relay, got } = await setUp(t, {
      handler: async () => {
        begun.open();
        await gate.opened;
      },
    });
    // The second event waits for the first in its partition, because both have the same key.
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

describe('acknowledgements', () => {
  it('are batched: a document that fills its outbox again before the acknowledgement is acknowledged once', async (t) => {
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

it('a sweep after a start relays what a crash has just left behind', async (t) => {
  const setting = await setUp(t);
  const { store, relay, got } = setting;
  await insertCase(store, 'a', [entryOf('a')], START - 1);
  await relay.sweep();
  assert.equal(got.length, 0);
  await relay.sweep(0);
  assert.equal(got.length, 1);
  assert.deepEqual((await store.get(cases, 'a'))?.outbox, []);
});
