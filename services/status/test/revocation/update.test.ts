import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeStatusList, readStatus } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import { refreshGrants, statusEntries, statusLists } from '@countersign/shared/test/model/every-tenant';
import { allocate, call, type EntryView, PUBLIC_URL, update, values, watched, world } from '../world.ts';

const uri = `${PUBLIC_URL}/status-management/status-list`;

function refusedAs(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ProtocolError && error.code === code;
}

function statuses(views: readonly EntryView[]): readonly number[] {
  return views.map(({ status }) => status);
}

test('all credentials of a session are revoked, and made valid again; those of other sessions are not', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const [a, b] = [await allocate(service, 'a', 2), await allocate(service, 'b', 1, { configuration: 'member' })];
  const other = await allocate(service, 'other', 1, { session: 'other' });
  const all = [...a, ...b, ...other].map(({ idx }) => idx);
  const revoked = await update(service, 's', 1);
  assert.deepEqual(revoked, [
    ...a.map(({ idx }) => ({ credentialConfigurationId: 'pid', uri, idx, status: 1 })),
    ...b.map(({ idx }) => ({ credentialConfigurationId: 'member', uri, idx, status: 1 })),
  ]);
  assert.deepEqual(await values(service, all), [1, 1, 1, 0]);
  const listed = await call(service, 'status.entries', { params: { session: 's' } });
  assert.deepEqual(listed.body, revoked as unknown as Json);
  assert.deepEqual(statuses(await update(service, 's', 0)), [0, 0, 0]);
  assert.deepEqual(await values(service, all), [0, 0, 0, 0]);
});

test('only the credentials of one configuration are changed', async (t) => {
  const service = (await world(t)).replica();
  const [a] = await allocate(service, 'a', 1);
  const [b] = await allocate(service, 'b', 1, { configuration: 'member' });
  const views = await update(service, 's', 1, { credentialConfigurationId: 'member' });
  assert.deepEqual(views, [{ credentialConfigurationId: 'member', uri, idx: b?.idx, status: 1 }]);
  assert.deepEqual(await values(service, [a?.idx ?? -1, b?.idx ?? -1]), [0, 1]);
});

test('profile eu: a credential is suspended and made valid again, in a list of two bits', async (t) => {
  const made = await world(t);
  made.profile = 'eu';
  const service = made.replica();
  const [credential] = await allocate(service, 'a', 1);
  for (const status of [2, 0, 2, 1]) {
    assert.deepEqual(statuses(await update(service, 's', status)), [status]);
    assert.deepEqual(await values(service, [credential?.idx ?? -1]), [status]);
  }
  const list = await made.store.get(statusLists, 'default/1');
  assert.equal(list?.bits, 2);
  const token = String((await call(service, 'status.list', { method: 'GET', params: {} })).raw);
  const { status_list } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const published = await decodeStatusList(status_list.lst, 2 ** 19);
  assert.deepEqual([status_list.bits, readStatus(published ?? Buffer.of(), credential?.idx ?? -1, 2)], [2, 1]);
  const entry = await made.store.get(statusEntries, 'default/s/a');
  assert.deepEqual(
    entry?.outbox.map(({ event }) => event.data.status),
    ['2', '0', '2', '1'],
  );
});

test('profile eu: what is revoked stays so, and a call for several credentials then changes none', async (t) => {
  const made = await world(t);
  made.profile = 'eu';
  const service = made.replica();
  const [a] = await allocate(service, 'a', 1);
  const [b] = await allocate(service, 'b', 1, { configuration: 'member' });
  await update(service, 's', 1, { credentialConfigurationId: 'pid' });
  for (const status of [0, 2]) {
    await assert.rejects(update(service, 's', status), {
      code: 'conflict',
      options: { reason: 'revocation_final', facts: { configurationId: 'pid' } },
    });
  }
  assert.deepEqual(await values(service, [a?.idx ?? -1, b?.idx ?? -1]), [1, 0]);
  assert.deepEqual(statuses(await update(service, 's', 1)), [1, 1]);
});

test('a credential whose list has one bit can not be suspended, also when the profile has changed since', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const [before] = await allocate(service, 'a', 1);
  const refused = {
    code: 'conflict',
    options: { reason: 'status_not_suspendable', facts: { configurationId: 'pid' } },
  };
  await assert.rejects(update(service, 's', 2), refused);
  made.profile = 'eu';
  await assert.rejects(update(service, 's', 2), refused);
  const [after] = await allocate(service, 'b', 1, { session: 't' });
  assert.notEqual(after?.uri, before?.uri);
  assert.deepEqual(statuses(await update(service, 't', 2)), [2]);
});

test('unknown sessions, those of other tenants, and configurations without credentials are not found', async (t) => {
  const made = await world(t);
  const service = made.replica();
  await allocate(service, 'a', 1);
  for (const [session, more] of [
    ['unknown', {}],
    ['s', { tenant: 'acme' }],
    ['s', { credentialConfigurationId: 'member' }],
  ] as const) {
    await assert.rejects(update(service, session, 1, more), refusedAs('not_found'));
  }
  for (const [session, tenant] of [
    ['unknown', 'default'],
    ['s', 'acme'],
  ] as const) {
    const asked = call(service, 'status.entries', { params: { session }, tenant });
    await assert.rejects(asked, refusedAs('not_found'));
  }
  assert.equal((await made.store.get(statusEntries, 'default/s/a'))?.changedIn, undefined);
  assert.equal((await made.store.get(statusLists, 'default/1'))?.version, 1);
});

test('each entry whose value changes has one event in its outbox; a repeat adds none and answers the same', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const [credential] = await allocate(service, 'a', 1);
  made.now += 1000;
  const first = await update(service, 's', 1);
  const changed = await made.store.get(statusEntries, 'default/s/a');
  assert.deepEqual([changed?.value, changed?.changedAt, changed?.outboxSince], [1, made.now, made.now]);
  const [entry, ...more] = changed?.outbox ?? [];
  assert.deepEqual([entry?.topic, entry?.event.type, more.length], ['status-changes', 'status.changed.v1', 0]);
  assert.equal(entry?.event.subject, 's');
  const data = { configuration: 'pid', status: '1', list: '1', entry: 'default/s/a', session: 's', tenant: 'default' };
  assert.deepEqual(entry?.event.data, data);
  assert.deepEqual(
    made.woken.map(({ id, outbox }) => [id, outbox.length]),
    [['default/s/a', 1]],
  );
  const then = made.now;
  made.now += 1000;
  assert.deepEqual(await update(service, 's', 1), first);
  const repeated = await made.store.get(statusEntries, 'default/s/a');
  assert.deepEqual([repeated?.outbox.length, repeated?.changedAt, made.woken.length], [1, then, 1]);
  assert.equal(credential?.idx, first[0]?.idx);
  await update(service, 's', 0);
  const both = await made.store.get(statusEntries, 'default/s/a');
  assert.deepEqual(
    both?.outbox.map(({ event }) => event.data.status),
    ['1', '0'],
  );
  const remembered = both?.outbox.map(({ event }) => ({ event: event.id, value: Number(event.data.status) }));
  assert.deepEqual(both?.changes, [
    { ...remembered?.[0], at: then },
    { ...remembered?.[1], at: made.now },
  ]);
});

test('an entry keeps its last eight changes', async (t) => {
  const made = await world(t);
  const service = made.replica();
  await allocate(service, 'a', 1);
  for (let n = 1; n <= 11; n += 1) await update(service, 's', n % 2);
  const entry = await made.store.get(statusEntries, 'default/s/a');
  const ids = entry?.outbox.map(({ event }) => event.id);
  assert.deepEqual(
    entry?.changes?.map(({ event }) => event),
    ids?.slice(-8),
  );
});

test('a session with more than one page of entries: all are changed, in a stable order', async (t) => {
  const made = await world(t);
  const service = made.replica({ listSize: 512, blockSize: 64 });
  const indexes: number[] = [];
  for (let i = 0; i < 250; i += 1) indexes.push(...(await allocate(service, `hash-${i}`, 1)).map(({ idx }) => idx));
  const views = await update(service, 's', 1);
  assert.equal(views.length, 250);
  assert.deepEqual(new Set(views.map(({ idx }) => idx)), new Set(indexes));
  assert.deepEqual(await update(service, 's', 1), views);
  assert.deepEqual(new Set(await values(service, indexes)), new Set([1]));
});

test('credentials in several lists: each list is updated', async (t) => {
  const made = await world(t);
  const service = made.replica({ listSize: 8, blockSize: 8 });
  for (let i = 0; i < 3; i += 1) await allocate(service, `hash-${i}`, 5);
  const views = await update(service, 's', 1);
  assert.deepEqual(new Set(views.map((view) => view.uri)), new Set([uri, `${uri}/2`, `${uri}/3`]));
  for (const n of [1, 2, 3]) {
    const own = views.filter((view) => view.uri === (n === 1 ? uri : `${uri}/${n}`)).map(({ idx }) => idx);
    assert.deepEqual(await values(service, own, n), [1, 1, 1, 1, 1]);
  }
});

test('the cost of an allocation: an unchanged entry has one index key, and a block one lease', async (t) => {
  const made = await world(t);
  const calls: string[] = [];
  const store = watched(made.store, (name, collection) => void calls.push(`${name} ${collection}`));
  const service = made.replica({ listSize: 64, blockSize: 8 }, store);
  await allocate(service, 'first', 1);
  calls.length = 0;
  for (let i = 0; i < 7; i += 1) await allocate(service, `hash-${i}`, 1);
  assert.deepEqual(
    calls,
    Array.from({ length: 7 }, () => 'insert statusEntries'),
  );
  calls.length = 0;
  await allocate(service, 'next', 1);
  assert.deepEqual(calls, ['find statusLists', 'replace statusLists', 'insert statusEntries']);
  for (const index of ['changed', 'outbox']) {
    assert.deepEqual((await made.store.find(statusEntries, { index, limit: 10 })).documents, []);
  }
});

test('the store calls of a change of one credential', async (t) => {
  const made = await world(t);
  await allocate(made.replica(), 'a', 1);
  const calls: string[] = [];
  const service = made.replica(
    undefined,
    watched(made.store, (name, collection) => void calls.push(`${name} ${collection}`)),
  );
  await update(service, 's', 1);
  assert.deepEqual(calls, ['find statusEntries', 'get statusLists', 'replace statusEntries', 'replace statusLists']);
});

test('what is revoked is not renewed; what is made valid stays without its refresh token', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const record = (id: string, session: string): Omit<RefreshGrantDocument, 'rev'> => ({
    id,
    session,
    tenant: 'default',
    tokenHash: '',
    current: { session, handle: '' },
    next: 'n',
    holder: {},
    configurationIds: ['pid', 'member'],
    authorizationDetails: false,
    sealedBasis: '',
    state: 'new',
    issued: [],
    createdAt: 1,
    updatedAt: 1,
    expiresAt: 1,
    removeAt: 1,
  });
  for (const [id, session] of [
    ['a', 's'],
    ['b', 'other'],
  ] as const) {
    assert.ok(await made.store.insert(refreshGrants, record(id, session)));
  }
  await allocate(service, 'x', 1, { session: 'renewal', firstSession: 's' });
  await update(service, 'renewal', 0);
  assert.deepEqual((await made.store.get(refreshGrants, 'a'))?.configurationIds, ['pid', 'member']);
  await update(service, 'renewal', 1, { credentialConfigurationId: 'pid' });
  assert.deepEqual((await made.store.get(refreshGrants, 'a'))?.configurationIds, ['member']);
  await update(service, 'renewal', 1);
  assert.equal(await made.store.get(refreshGrants, 'a'), undefined);
  assert.ok(await made.store.get(refreshGrants, 'b'));
});
