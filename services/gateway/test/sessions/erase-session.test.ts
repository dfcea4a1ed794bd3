import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Store } from '@countersign/shared/store/port';
import { deliveries, sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { eraseSession } from '../../src/sessions/erase-session.ts';
import { PURGE } from '../../src/sessions/erasure-receipt.ts';
import { purgeJob } from '../../src/sessions/purge.ts';
import { openGateway } from '../open-gateway.ts';
import { assertGone, delivery, ENV, HOUR, insertSession, pending, receiptOf } from './erasure-world.ts';

test('DELETE erases the session and its deliveries at once, leaves the status entries and one receipt', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { store, clock } = gateway.platform;
  await insertSession(gateway, 'mine');
  await insertSession(gateway, 'other');
  const { id: _, ...entry } = {
    id: '',
    tenant: 'default',
    list: 1,
    indexes: [1],
    session: 'mine',
    value: 0,
    outbox: [],
  } as const;
  await store.insert(statusEntries, { ...entry, id: 'default/x', configuration: 'pid', changedAt: 0 });
  const answer = await gateway.a('/session/mine', { method: 'DELETE' });
  assert.deepEqual([answer.status, await answer.json()], [200, {}]);
  await assertGone(gateway, 'mine');
  assert.ok(await store.get(statusEntries, 'default/x'));
  assert.ok(await store.get(sessions, 'other'));
  const { request, ...receipt } = (await receiptOf(gateway, 'mine')) ?? assert.fail();
  assert.equal(request, answer.headers.get('x-request-id'));
  assert.deepEqual(receipt, {
    id: 'erasure/mine',
    rev: 2,
    tenant: 'default',
    at: clock(),
    action: 'session.erased',
    client: 'api-key',
    session: 'mine',
    data: { parts: ['presentation'], undelivered: 1, deliveries: 2 },
  });
  assert.equal((await gateway.a('/session/mine', { method: 'DELETE' })).status, 404);
  assert.equal((await gateway.a('/session/mine')).status, 404);
});

test('an unknown session and one of another tenant have the same refusal', async (t) => {
  const gateway = await openGateway(t, ENV);
  await insertSession(gateway, 'theirs', { tenant: 'other' });
  for (const path of ['/session/theirs', '/session/nowhere']) {
    assert.equal((await gateway.b(path, { method: 'DELETE' })).status, 404);
  }
  assert.ok(await gateway.platform.store.get(sessions, 'theirs'));
  assert.equal(await receiptOf(gateway, 'theirs'), undefined);
  assert.equal((await gateway.request('/session/theirs', { method: 'DELETE' })).status, 401);
});

class Crash extends Error {}

/** The store of a process that crashes right before or after its n-th write. */
function crashingStore(store: Store, n: number, when: 'before' | 'behind'): Store {
  let writes = 0;
  const at = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes > n || (writes === n && when === 'before')) throw new Crash();
    const done = await write();
    if (writes === n) throw new Crash();
    return done;
  };
  return {
    get: (...args) => store.get(...args),
    find: (...args) => store.find(...args),
    insert: (...args) => at(() => store.insert(...args)),
    replace: (...args) => at(() => store.replace(...args)),
    delete: (...args) => at(() => store.delete(...args)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

test('an erasure that is interrupted at any write is completed by the purge job, with one receipt of its client', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { platform } = gateway;
  let crashed = 0;
  for (let n = 1; n <= 7; n += 1) {
    for (const when of ['before', 'behind'] as const) {
      const id = `${when}-${n}`;
      const session = await insertSession(gateway, id);
      const by = { client: 'crm', request: 'call' };
      const store = crashingStore(platform.store, n, when);
      await eraseSession({ ...platform, store }, session, by).catch((error: unknown) => {
        assert.ok(error instanceof Crash, String(error));
        crashed += 1;
      });
      const receipt = await receiptOf(gateway, id);
      if (receipt === undefined) {
        // The erasure had not started.
        assert.deepEqual([n, when], [1, 'before']);
        assert.ok(await platform.store.get(sessions, id));
        continue;
      }
      // Too young: the erasure may still run.
      if (receipt.openSince !== undefined) {
        await purgeJob(platform).run();
        assert.deepEqual(await receiptOf(gateway, id), receipt);
        gateway.advance(60_001);
        await purgeJob(platform).run();
      }
      await assertGone(gateway, id);
      const closed = await receiptOf(gateway, id);
      assert.deepEqual([closed?.client, closed?.request], ['crm', 'call']);
      assert.deepEqual(closed?.data, { parts: ['presentation'], undelivered: 1, deliveries: 2 });
    }
  }
  // Receipt, session, the mark of its trace, two deliveries, receipt: six writes.
  assert.equal(crashed, 12);
});

test('an interrupted purge keeps a session with a new delivery, and its receipt is removed', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { platform } = gateway;
  const session = await insertSession(gateway, 'busy', { pendingDeliveries: [] });
  const stays = ({ pendingDeliveries }: SessionDocument) => pendingDeliveries.length > 0;
  const store = crashingStore(platform.store, 1, 'behind');
  await assert.rejects(eraseSession({ ...platform, store }, session, { client: PURGE, stays }), Crash);
  await platform.store.replace(sessions, { ...session, pendingDeliveries: [pending('later')] });
  gateway.advance(60_001);
  await purgeJob(platform).run();
  assert.ok(await platform.store.get(sessions, 'busy'));
  assert.equal(await receiptOf(gateway, 'busy'), undefined);
  assert.equal(
    (await platform.store.find(deliveries, { index: 'session', equal: ['busy'], limit: 9 })).documents.length,
    2,
  );
});

test('a session that is written during its erasure is erased nevertheless; the purge may keep it', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { platform } = gateway;
  const stale = await insertSession(gateway, 'requested');
  await platform.store.replace(sessions, { ...stale, updatedAt: 1 });
  assert.equal(await eraseSession(platform, stale, { client: 'crm' }), true);
  await assertGone(gateway, 'requested');

  const quiet = await insertSession(gateway, 'purged', { pendingDeliveries: [] });
  await platform.store.replace(sessions, { ...quiet, pendingDeliveries: [pending('new')] });
  const stays = ({ pendingDeliveries }: SessionDocument) => pendingDeliveries.length > 0;
  assert.equal(await eraseSession(platform, quiet, { client: PURGE, stays }), false);
  assert.ok(await platform.store.get(sessions, 'purged'));
  assert.equal(await receiptOf(gateway, 'purged'), undefined);
});

test('deliveries that are made or written during the erasure are removed too', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { platform } = gateway;
  const session = await insertSession(gateway, 'one');
  const { store } = platform;
  let late = 0;
  const busy: Store = {
    ...crashingStore(store, Number.POSITIVE_INFINITY, 'before'),
    // A dispatcher that read the session before the erasure creates and leases deliveries.
    delete: async (collection, document) => {
      if (collection.name === 'deliveries' && late < 3) {
        late += 1;
        await store.insert(deliveries, delivery('one', 10 + late));
        const present = await store.get(deliveries, document.id);
        if (present !== undefined) await store.replace(deliveries, { ...present, state: 'leased', lease: 'l' });
      }
      return store.delete(collection, document);
    },
  };
  assert.equal(await eraseSession({ ...platform, store: busy }, session, { client: 'crm' }), true);
  await assertGone(gateway, 'one');
  assert.deepEqual((await receiptOf(gateway, 'one'))?.data?.deliveries, 5);
});

test('replicas that erase the same session concurrently leave one receipt, and every call succeeds', async (t) => {
  const gateway = await openGateway(t, ENV);
  for (let round = 0; round < 10; round += 1) {
    const id = `s${round}`;
    const session = await insertSession(gateway, id);
    const erase = (client: string) => eraseSession(gateway.platform, session, { client, stays: () => false });
    const answers = await Promise.all([
      erase('one'),
      erase(PURGE),
      erase('two'),
      gateway.a(`/session/${id}`, { method: 'DELETE' }),
    ]);
    assert.deepEqual(answers.slice(0, 3), [true, true, true]);
    assert.ok([200, 404].includes((answers[3] as Response).status));
    await assertGone(gateway, id);
    assert.notEqual((await receiptOf(gateway, id))?.client, '');
  }
});

test('an erasure that the purge began becomes that of the client that requests it', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { platform } = gateway;
  const session = await insertSession(gateway, 'one');
  const store = crashingStore(platform.store, 1, 'behind');
  await assert.rejects(eraseSession({ ...platform, store }, session, { client: PURGE }), Crash);
  assert.equal((await gateway.a('/session/one', { method: 'DELETE' })).status, 200);
  await assertGone(gateway, 'one');
  assert.equal((await receiptOf(gateway, 'one'))?.client, 'api-key');
});

test('an erasure that a client requested stays that of the client, also where the purge completes it', async (t) => {
  const gateway = await openGateway(t, ENV);
  const { platform } = gateway;
  const session = await insertSession(gateway, 'one');
  const store = crashingStore(platform.store, 1, 'behind');
  await assert.rejects(eraseSession({ ...platform, store }, session, { client: 'crm', request: 'call' }), Crash);
  const at = platform.clock();
  gateway.advance(10);
  assert.equal(await eraseSession(platform, session, { client: PURGE, stays: () => true }), true);
  await assertGone(gateway, 'one');
  const receipt = await receiptOf(gateway, 'one');
  assert.deepEqual([receipt?.client, receipt?.request, receipt?.at], ['crm', 'call', at]);
});

test('a session that was restored from a backup is erased again, with a new receipt', async (t) => {
  const gateway = await openGateway(t, ENV);
  await insertSession(gateway, 'one');
  assert.equal((await gateway.a('/session/one', { method: 'DELETE' })).status, 200);
  const first = await receiptOf(gateway, 'one');
  gateway.advance(HOUR);
  await insertSession(gateway, 'one', { pendingDeliveries: [] });
  assert.equal((await gateway.a('/session/one', { method: 'DELETE' })).status, 200);
  await assertGone(gateway, 'one');
  const second = await receiptOf(gateway, 'one');
  assert.equal(second?.at, (first?.at ?? 0) + HOUR);
  assert.deepEqual(second?.data, { parts: ['presentation'], deliveries: 2 });
});

test('the purge leaves the same receipt, under its own name', async (t) => {
  const gateway = await openGateway(t, ENV);
  await insertSession(gateway, 'old', { pendingDeliveries: [] });
  gateway.advance(HOUR + 1);
  await purgeJob(gateway.platform).run();
  await assertGone(gateway, 'old');
  const { at: _, rev, ...receipt } = (await receiptOf(gateway, 'old')) ?? assert.fail();
  assert.deepEqual(receipt, {
    id: 'erasure/old',
    tenant: 'default',
    action: 'session.erased',
    client: PURGE,
    session: 'old',
    data: { parts: ['presentation'], deliveries: 2 },
  });
  assert.equal(rev, 2);
});

test('the purge erases sixteen sessions concurrently', async (t) => {
  const gateway = await openGateway(t, ENV);
  for (let n = 0; n < 40; n += 1) await insertSession(gateway, `s${n}`, { pendingDeliveries: [] });
  gateway.advance(HOUR + 1);
  const { store } = gateway.platform;
  let [now, most] = [0, 0];
  const counting: Store = {
    ...crashingStore(store, Number.POSITIVE_INFINITY, 'before'),
    insert: async (collection, document) => {
      now += 1;
      most = Math.max(most, now);
      const stored = await store.insert(collection, document);
      now -= 1;
      return stored;
    },
  };
  await purgeJob({ ...gateway.platform, store: counting }).run();
  assert.equal(most, 16);
  assert.deepEqual((await store.find(sessions, { index: 'age', limit: 1 })).documents, []);
});

test('a receipt is reported once, when it is closed', async (t) => {
  const gateway = await openGateway(t);
  await insertSession(gateway, 'one');
  const reported: string[] = [];
  const receiptLine = async ({ session = '', openSince }: { session?: string; openSince?: number }): Promise<void> => {
    reported.push(`${session} ${openSince === undefined ? 'closed' : 'open'}`);
  };
  const session = await gateway.platform.store.get(sessions, 'one');
  assert.ok(session !== undefined);
  const erase = (): Promise<boolean> => eraseSession({ ...gateway.platform, receiptLine }, session, { client: 'crm' });
  await Promise.all([erase(), erase()]);
  await erase();
  assert.deepEqual(reported, ['one closed']);
});
