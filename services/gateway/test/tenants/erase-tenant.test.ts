import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { TenantRecord } from '@countersign/shared/model/tenant/tenants';
import type { Store } from '@countersign/shared/store/port';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { continueErasure, tenantErasureJob } from '../../src/tenants/erase-tenant.ts';
import { erasedCollections } from '../../src/tenants/erased-collections.ts';
import { DRAINED_AFTER, LOOK_AGAIN_AFTER } from '../../src/tenants/tenant-transitions.ts';
import { beginAt, insert, insertEach, leftOf, NOTHING, openErasure, START } from './erasure-world.ts';

/** Collections that an erasure empties. */
const KINDS = erasedCollections.length;

function receiptOf({ life }: TenantRecord) {
  return life.state === 'erased' ? life.receipt : assert.fail(life.state);
}

/** The store of a process that crashes at its n-th write: the write does not happen, and neither does any after it. */
function crashing(store: Store, at: number): Store {
  let writes = 0;
  const write = async <T>(act: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes > at) throw new Error('crash');
    return act();
  };
  return {
    insert: (collection, document) => write(() => store.insert(collection, document)),
    replace: (collection, document) => write(() => store.replace(collection, document)),
    delete: (collection, document) => write(() => store.delete(collection, document)),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

test('everything of the tenant goes, nothing of another one, and the receipt has the counts', async (t) => {
  const { store, parts, advance, record, receipts } = await openErasure(t);
  const others = await leftOf(store, 'other');
  const job = tenantErasureJob(parts);
  await job.run();
  // Until the drain has ended it stays open, and existing documents are removed.
  assert.equal((await record()).life.state, 'erasing');
  assert.deepEqual(await leftOf(store, 'acme'), NOTHING);
  await insertEach(store, 'acme', 1, 'late');
  advance(DRAINED_AFTER);
  await job.run();
  assert.deepEqual(await leftOf(store, 'acme'), NOTHING);
  assert.deepEqual(await leftOf(store, 'other'), others);
  const { removed, kept, requestedBy } = receiptOf(await record());
  assert.deepEqual(kept, {});
  assert.deepEqual(requestedBy, { client: 'api-key', tenant: 'default' });
  assert.equal(Object.keys(removed).length, KINDS + 1);
  assert.deepEqual(
    new Set(Object.entries(removed).map(([name, count]) => (name === 'keys' ? 4 : count))),
    new Set([4]),
  );
  assert.equal(removed.keys, 1);
  assert.equal(receipts.length, 1);
  const audited = await store.get(auditRecords, 'tenant-erasure/acme');
  assert.deepEqual([audited?.tenant, audited?.subject, audited?.data?.removed], ['default', 'acme', removed]);
});

test('after a crash at any write another replica continues: one receipt, the same counts, nothing left', async (t) => {
  const { store, withStore, record, receipts } = await openErasure(t, 1);
  let crashes = 0;
  for (let at = 0; ; at += 1) {
    const tenant = `t${at}`;
    await insertEach(store, tenant, 1);
    await withStore(store).vaults.of(tenant);
    await beginAt(store, tenant, START - DRAINED_AFTER);
    const begun = await record(tenant);
    const died = await continueErasure(withStore(crashing(store, at)), begun).then(
      () => false,
      () => true,
    );
    if (died) {
      crashes += 1;
      await continueErasure(withStore(store), await record(tenant));
    }
    assert.deepEqual(await leftOf(store, tenant), [`keys/${tenant}/data/1`], `crash at write ${at}`);
    const { removed } = receiptOf(await record(tenant));
    assert.deepEqual(new Set(Object.values(removed)), new Set([1]), `crash at write ${at}`);
    assert.equal(Object.keys(removed).length, KINDS + 1, `crash at write ${at}`);
    assert.ok(receipts.length <= at + 1);
    if (!died) break;
  }
  assert.ok(crashes > 20, `${crashes} crashes`);
});

test('a continued erasure has the chain of an uninterrupted one', async (t) => {
  const chains = new Set<string>();
  for (const at of [1000, 5, 18]) {
    const { store, withStore, advance, record } = await openErasure(t, 1);
    advance(DRAINED_AFTER);
    await continueErasure(withStore(crashing(store, at)), await record()).catch(() => undefined);
    await continueErasure(withStore(store), await record());
    chains.add(receiptOf(await record()).chain);
  }
  assert.equal(chains.size, 1);
});

test('two replicas at once give one receipt with the right counts', async (t) => {
  const { store, withStore, advance, record } = await openErasure(t, 5);
  advance(DRAINED_AFTER);
  await Promise.all([1, 2, 3].map(() => tenantErasureJob(withStore(store)).run()));
  await tenantErasureJob(withStore(store)).run();
  assert.deepEqual(await leftOf(store, 'acme'), NOTHING);
  assert.equal(receiptOf(await record()).removed.sessions, 5);
});

test('what is written while the tenant is erased goes too, up to the end of the drain', async (t) => {
  const { store, parts, advance, record } = await openErasure(t);
  const job = tenantErasureJob(parts);
  for (let n = 0; n < 6; n += 1) {
    const writer = insertEach(store, 'acme', 2, `w${n}-`);
    await job.run();
    await writer;
    advance(DRAINED_AFTER / 5);
  }
  await job.run();
  assert.equal((await record()).life.state, 'erased');
  assert.deepEqual(await leftOf(store, 'acme'), NOTHING);
});

test('the data key is gone, and no process makes another one', async (t) => {
  const { store, parts, withStore, advance } = await openErasure(t);
  const sealed = (await parts.vaults.of('acme')).seal('secret', 'context');
  advance(DRAINED_AFTER);
  await tenantErasureJob(parts).run();
  const restarted = withStore(store).vaults;
  await assert.rejects(restarted.of('acme'), (error) => error instanceof ProtocolError && error.code === 'gone');
  assert.ok(sealed.length > 0);
});

test('what a paused process writes after the end goes a day later, and the receipt counts it', async (t) => {
  const { store, parts, advance, record } = await openErasure(t);
  advance(DRAINED_AFTER);
  const job = tenantErasureJob(parts);
  await job.run();
  const before = receiptOf(await record()).removed.sessions ?? 0;
  await insert(store, 'sessions', { id: 'paused', tenant: 'acme', createdAt: 1, status: 'created', handle: 'paused' });
  await job.run();
  assert.deepEqual(await leftOf(store, 'acme'), [...NOTHING, 'sessions/paused']);
  advance(LOOK_AGAIN_AFTER);
  await job.run();
  assert.deepEqual(await leftOf(store, 'acme'), NOTHING);
  const after = await record();
  assert.equal(receiptOf(after).removed.sessions, before + 1);
  assert.equal(after.dueAt, undefined);
});
