import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../../src/bus/catalogue.ts';
import { createInProcessBus } from '../../src/bus/in-process.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { StatusEntryDocument } from '../../src/model/status/status-documents.ts';
import { pushed } from '../../src/outbox/outbox.ts';
import { createRelays } from '../../src/runtime/relays.ts';
import { eventOf } from '../bus/contract.ts';
import { statusEntries } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

const NOW = 1_700_000_000_000;
const clock = (): number => NOW;

async function setUp(t: Parameters<typeof temporaryStore>[0]) {
  const store = await temporaryStore(t);
  const got: string[] = [];
  const deadLetter = async (): Promise<void> => assert.fail('nothing is to die here');
  const bus = createInProcessBus({ clock, log: silentLog, deadLetter, pauses: [1] });
  const note = async ({ id }: { readonly id: string }): Promise<void> => void got.push(id);
  bus.subscribe({ topic: 'status-changes', group: 'one', handler: note });
  await bus.start();
  t.after(() => bus.stop());
  return { store, bus, got };
}

function entryWith(topic: Topic, id: string): Omit<StatusEntryDocument, 'rev'> {
  const entry: StatusEntryDocument = {
    id: `default/${id}`,
    rev: 0,
    tenant: 'default',
    list: 1,
    indexes: [1],
    session: 's',
    configuration: 'c',
    value: 1,
    changedAt: NOW,
    changedIn: 'default/1',
    seq: 2,
    outbox: [],
  };
  return pushed(entry, [{ topic, event: { ...eventOf('s', 1), id } }], NOW - 1);
}

test('the status service relays its entries, after a wake-up and by a sweep with its own name', async (t) => {
  const { store, bus, got } = await setUp(t);
  const relays = createRelays({ store, bus, services: ['issuer', 'status'], clock, log: silentLog });
  assert.deepEqual(
    relays.all.map(({ name }) => name),
    ['relay-sweep', 'entry-relay-sweep'],
  );
  const woken = await store.insert(statusEntries, entryWith('status-changes', 'woken'));
  await store.insert(statusEntries, entryWith('status-changes', 'missed'));
  relays.wakeEntryRelay(woken ?? assert.fail());
  for (const relay of relays.all) await relay.sweep(0);
  for (const relay of relays.all) await relay.stop();
  assert.deepEqual([...new Set(got)].sort(), ['missed', 'woken']);
  const left = await store.find(statusEntries, { index: 'outbox', limit: 10 });
  assert.deepEqual(left.documents, []);
});

test('other services do not relay entries, and a process without a bus relays nothing', async (t) => {
  const { store, bus } = await setUp(t);
  const ofIssuer = createRelays({ store, bus, services: ['issuer'], clock, log: silentLog });
  assert.equal(ofIssuer.all.length, 1);
  const ofStatus = createRelays({ store, bus, services: ['status'], clock, log: silentLog });
  assert.deepEqual(
    ofStatus.all.map(({ name }) => name),
    ['entry-relay-sweep'],
  );
  const ofGateway = createRelays({ store, bus: undefined, services: ['gateway'], clock, log: silentLog });
  assert.equal(ofGateway.all.length, 0);
  const entry = await store.insert(statusEntries, entryWith('status-changes', 'alone'));
  for (const { wakeEntryRelay } of [ofIssuer, ofGateway]) wakeEntryRelay(entry ?? assert.fail());
  for (const relay of [...ofIssuer.all, ...ofStatus.all]) await relay.stop();
  assert.equal((await store.get(statusEntries, 'default/alone'))?.outbox.length, 1);
});
