import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newHandle, newReference } from '../../../src/crypto/wallet-reference.ts';
import { newReports } from '../../../src/http/reports.ts';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import {
  insertSession,
  type SessionTransition,
  type SessionWriter,
  sessionByReference,
  sessionWithPart,
  takeSessionTransition,
} from '../../../src/model/session/session-change.ts';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';
import { newEvent } from '../../../src/outbox/events.ts';
import type { Store } from '../../../src/store/port.ts';
import { temporaryStore } from '../../store/temporary.ts';
import { auditRecords, sessions } from '../every-tenant.ts';

/** A transition without a result. @param decide undefined for "nothing to write" */
async function changeSession(
  writer: SessionWriter,
  session: SessionDocument,
  decide: (document: SessionDocument) => Omit<SessionTransition<undefined>, 'result'> | undefined,
): Promise<SessionDocument | undefined> {
  const taken = await takeSessionTransition(writer, session, (document) => ({
    ...(decide(document) ?? { document, events: [] }),
    result: undefined,
  }));
  return taken?.document;
}

const clock = () => 5000;
const handle = newHandle(0, systemRandom);

async function insert(store: Store, more: Partial<SessionDocument> = {}): Promise<SessionDocument> {
  const times = { createdAt: 1, updatedAt: 1, expiresAt: 2 };
  const empty = { pendingDeliveries: [], outbox: [] };
  const session = { id: 's', tenant: 'acme', kind: 'issuance', handle, status: 'created', ...times, ...empty } as const;
  const stored = await store.insert(sessions, { ...session, ...more });
  assert.ok(stored);
  return stored;
}

const failed = () =>
  newEvent({
    type: 'issuance.failed.v1',
    session: 's',
    tenant: 'acme',
    data: { reason: 'r' },
    source: 'https://x.example',
    clock,
    random: systemRandom,
  });

test('a reference finds its session in its own tenant, and returns the hash of its secret', async (t) => {
  const store = await temporaryStore(t);
  await insert(store);
  const { text, hash } = newReference(handle, systemRandom);
  const reports = newReports();
  const found = await sessionByReference({ store }, { request: { tenant: 'acme' }, reports }, text);
  assert.deepEqual([found?.session.id, found?.hash, reports.session?.id], ['s', hash, 's']);
  assert.equal(
    await sessionByReference({ store }, { request: { tenant: 'default' }, reports: newReports() }, text),
    undefined,
  );
  const stranger = newReference(newHandle(0, systemRandom), systemRandom).text;
  for (const other of [undefined, '', 'x', 1, `${text}x`, stranger]) {
    assert.equal(
      await sessionByReference({ store }, { request: { tenant: 'acme' }, reports: newReports() }, other),
      undefined,
    );
  }
});

test('a session without the requested part is not found', async (t) => {
  const store = await temporaryStore(t);
  await insert(store);
  const { text } = newReference(handle, systemRandom);
  assert.notEqual(
    await sessionByReference({ store }, { request: { tenant: 'acme' }, reports: newReports() }, text),
    undefined,
  );
  assert.equal(
    await sessionWithPart({ store }, 'presentation', { request: { tenant: 'acme' }, reports: newReports() }, text),
    undefined,
  );
  assert.equal(
    await sessionWithPart({ store }, 'issuance', { request: { tenant: 'default' }, reports: newReports() }, text),
    undefined,
  );
});

test('the change writes event and pending delivery, and wakes the relay', async (t) => {
  const store = await temporaryStore(t);
  const session = await insert(store, { webhooks: { outcome: 'sealed' } });
  const woken: string[] = [];
  const platform = { store, clock, wakeRelay: ({ id }: SessionDocument) => void woken.push(id) };
  const entry = failed();
  const stored = await changeSession(platform, session, (document) => {
    return { document: { ...document, status: 'failed' }, events: [entry] };
  });
  assert.equal(stored?.status, 'failed');
  assert.equal(stored?.updatedAt, 5000);
  assert.deepEqual(stored?.outbox, [entry]);
  assert.deepEqual(
    stored?.pendingDeliveries.map(({ id }) => id),
    [entry.event.id],
  );
  assert.deepEqual(woken, ['s']);
});

test('an event that no consumer acts on is not pushed, and wakes no relay', async (t) => {
  const store = await temporaryStore(t);
  const session = await insert(store);
  const platform = { store, clock, wakeRelay: () => assert.fail('woken') };
  const stored = await changeSession(platform, session, (document) => {
    return { document: { ...document, status: 'failed' }, events: [failed()] };
  });
  assert.deepEqual([stored?.outbox, stored?.outboxSince, stored?.pendingDeliveries], [[], undefined, []]);
});

test('a write without events wakes the relay too while earlier ones wait: their acknowledgement needs its revision', async (t) => {
  const store = await temporaryStore(t);
  const session = await insert(store, { webhooks: { outcome: 'sealed' } });
  const woken: number[] = [];
  const platform = { store, clock, wakeRelay: ({ rev }: SessionDocument) => void woken.push(rev) };
  const filled = await changeSession(platform, session, (document) => ({
    document: { ...document, status: 'failed' },
    events: [failed()],
  }));
  assert.ok(filled);
  await changeSession(platform, filled, (document) => ({ document: { ...document, state: 'x' }, events: [] }));
  assert.deepEqual(woken, [2, 3]);
});

test('an event that a service acts on is pushed without a webhook too, and says so', async (t) => {
  const store = await temporaryStore(t);
  const session = await insert(store);
  const platform = { store, clock, wakeRelay: () => undefined };
  const entry = newEvent({
    type: 'webhook.gave-up.v1',
    session: 's',
    tenant: 'acme',
    data: { request: 'r', reason: 'claims_late' },
    source: 'https://x.example',
    clock,
    random: systemRandom,
  });
  const stored = await changeSession(platform, session, (document) => ({ document: { ...document }, events: [entry] }));
  assert.deepEqual(stored?.outbox, [{ ...entry, event: { ...entry.event, webhook: 'none' } }]);
  assert.deepEqual(stored?.pendingDeliveries, []);
});

test('no change writes nothing and wakes no relay, also after a conflict', async (t) => {
  const store = await temporaryStore(t);
  const session = await insert(store);
  const woken: string[] = [];
  const platform = { store, clock, wakeRelay: ({ id }: SessionDocument) => void woken.push(id) };
  assert.equal((await changeSession(platform, session, () => undefined))?.rev, 1);
  // Another process fails the session first; the second decision changes nothing.
  await store.replace(sessions, { ...session, status: 'failed' });
  const stored = await changeSession(platform, session, (document) => {
    return document.status === 'failed'
      ? undefined
      : { document: { ...document, status: 'failed' }, events: [failed()] };
  });
  assert.equal(stored?.rev, 2);
  assert.deepEqual(stored?.outbox, []);
  assert.deepEqual(woken, []);
});

test('a session that is gone is undefined', async (t) => {
  const store = await temporaryStore(t);
  const session = await insert(store);
  await store.delete(sessions, session);
  const platform = { store, clock, wakeRelay: () => assert.fail('woken') };
  const change = (document: SessionDocument) => ({ document: { ...document }, events: [failed()] });
  assert.equal(await changeSession(platform, session, change), undefined);
});

const made = { id: 's', tenant: 'acme', kind: 'issuance', handle, status: 'created' } as const;
const fresh = { ...made, createdAt: 1, updatedAt: 1, expiresAt: 2, pendingDeliveries: [], outbox: [] };
const record = { id: 'r', tenant: 'acme', at: 1, action: 'offer.made', client: 'c' };

test('a new session and the record of its call begin together', async (t) => {
  const store = await temporaryStore(t);
  const begun: string[] = [];
  const noting: Store = {
    ...bound(store),
    insert: (collection, document) => {
      begun.push(collection.name);
      return store.insert(collection, document);
    },
  };
  const inserting = insertSession({ store: noting, clock, wakeRelay: () => undefined }, fresh, record);
  assert.deepEqual(begun, ['sessions', 'audit']);
  assert.equal((await inserting)?.id, 's');
  assert.deepEqual(await store.get(auditRecords, 'r'), { ...record, session: 's', rev: 1 });
});

test('without its record a new session is not acknowledged', async (t) => {
  const store = await temporaryStore(t);
  const failing: Store = {
    ...bound(store),
    insert: (collection, document) =>
      collection.name === 'audit' ? Promise.reject(new Error('disk full')) : store.insert(collection, document),
  };
  const inserting = insertSession({ store: failing, clock, wakeRelay: () => undefined }, fresh, record);
  await assert.rejects(
    inserting,
    (error) => error instanceof ProtocolError && error.code === 'temporarily_unavailable',
  );
});

function bound(store: Store): Store {
  return {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
