/** Store, bus and relay for the tests of the relay. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BusEvent, Topic } from '../../src/bus/catalogue.ts';
import { createInProcessBus } from '../../src/bus/in-process.ts';
import type { Bus, EventHandler } from '../../src/bus/port.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { type OutboxEntry, pushed, type WithOutbox } from '../../src/outbox/outbox.ts';
import { createRelay, type Relay } from '../../src/outbox/relay.ts';
import { openEmbeddedStore } from '../../src/store/lmdb/embedded.ts';
import type { Collection, Store } from '../../src/store/port.ts';
import { eventOf } from '../bus/contract.ts';

export interface Case extends WithOutbox {
  readonly state: string;
}

export const cases: Collection<Case> = { name: 'cases', indexes: { outbox: { fields: ['outboxSince'] } } };
export const TOPIC: Topic = 'issuance-results';
export const START = 1_700_000_000_000;

export interface Setting {
  readonly store: Store;
  readonly bus: Bus;
  readonly relay: Relay;
  readonly got: BusEvent[];
  now: number;
}

/** Store, bus and relay of the issuer's topics; `handler` runs after the event was recorded. */
export async function setUp(
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
  const deadLetter = async (): Promise<void> => assert.fail('no event may be dead-lettered here');
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

export function entryOf(session: string, n = 0, topic = TOPIC): OutboxEntry {
  return { topic, event: eventOf(session, n) };
}

/** Stores a case whose outbox has these entries since `since`. */
export async function insertCase(
  store: Store,
  id: string,
  entries: readonly OutboxEntry[],
  since = START,
): Promise<Case> {
  const stored = await store.insert(cases, pushed({ id, rev: 0, state: 'new', outbox: [] }, entries, since));
  assert.ok(stored);
  return stored;
}

/** A bus that replaces or wraps `publish`. */
export function withPublish(bus: Bus, publish: Bus['publish']): Bus {
  return {
    publish,
    subscribe: (subscription) => bus.subscribe(subscription),
    start: () => bus.start(),
    stop: () => bus.stop(),
    ping: () => bus.ping(),
  };
}
