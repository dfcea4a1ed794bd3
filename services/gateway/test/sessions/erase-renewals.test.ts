/** An erasure and the renewals of a refresh token. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import type { Store } from '@countersign/shared/store/port';
import { refreshGrants, sessions } from '@countersign/shared/test/model/every-tenant';
import { eraseSession } from '../../src/sessions/erase-session.ts';
import { PURGE } from '../../src/sessions/erasure-receipt.ts';
import { purgeJob } from '../../src/sessions/purge.ts';
import { deleteSession } from '../../src/sessions/sessions.ts';
import { type OpenGateway, openGateway } from '../open-gateway.ts';
import { assertGone, ENV, insertSession } from './erasure-world.ts';

const refreshOf = (session: string): Omit<RefreshGrantDocument, 'rev'> => ({
  id: `r-${session}`,
  tenant: 'default',
  tokenHash: '',
  session,
  current: { session, handle: '' },
  next: 'next',
  holder: {},
  configurationIds: ['pid'],
  authorizationDetails: false,
  sealedBasis: '',
  state: 'new',
  issued: [],
  createdAt: 1,
  updatedAt: 1,
  expiresAt: Number.MAX_SAFE_INTEGER,
  removeAt: Number.MAX_SAFE_INTEGER,
});

async function insertFamily(gateway: OpenGateway) {
  const first = await insertSession(gateway, 'first');
  for (const id of ['second', 'third']) await insertSession(gateway, id, { firstSession: 'first' });
  await insertSession(gateway, 'other');
  for (const id of ['first', 'other']) assert.ok(await gateway.platform.store.insert(refreshGrants, refreshOf(id)));
  return first;
}

async function assertFamilyGone(gateway: OpenGateway) {
  for (const id of ['first', 'second', 'third']) await assertGone(gateway, id);
  const { store } = gateway.platform;
  assert.equal(await store.get(refreshGrants, 'r-first'), undefined);
  assert.ok(await store.get(sessions, 'other'));
  assert.ok(await store.get(refreshGrants, 'r-other'));
}

test('an erasure takes the refresh token and every session of it, whichever of them is named', async (t) => {
  for (const named of ['first', 'second']) {
    const gateway = await openGateway(t, ENV);
    await insertFamily(gateway);
    const session = await gateway.platform.store.get(sessions, named);
    assert.ok(session);
    assert.equal(await eraseSession(gateway.platform, session, { client: 'backend' }), true);
    await assertFamilyGone(gateway);
  }
});

test('an erasure that was interrupted behind its session is finished with its renewals', async (t) => {
  const gateway = await openGateway(t, ENV);
  const first = await insertFamily(gateway);
  const { store, clock } = gateway.platform;
  const failing = { ...gateway.platform, store: failingAt(store, 'refreshGrants') };
  await assert.rejects(eraseSession(failing, first, { client: 'backend' }), /crashed/);
  assert.equal(await store.get(sessions, 'first'), undefined);
  assert.ok(await store.get(refreshGrants, 'r-first'));
  const later = { ...gateway.platform, clock: () => clock() + 120_000 };
  await purgeJob(later).run();
  await assertFamilyGone(gateway);
});

test('the purge of a session leaves its refresh token and its renewals', async (t) => {
  const gateway = await openGateway(t, ENV);
  const first = await insertFamily(gateway);
  assert.equal(await eraseSession(gateway.platform, first, { client: PURGE }), true);
  const { store } = gateway.platform;
  assert.equal(await store.get(sessions, 'first'), undefined);
  assert.ok(await store.get(refreshGrants, 'r-first'));
  assert.ok(await store.get(sessions, 'second'));
});

/** A store that fails when a collection is searched. */
function failingAt(store: Store, name: string): Store {
  return {
    insert: (collection, document) => store.insert(collection, document),
    get: (collection, id) => store.get(collection, id),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    find: (collection, query) => (collection.name === name ? assert.fail('crashed') : store.find(collection, query)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

test('a first session that was purged is erased with what is left of it; a purge that is replayed erases nothing more', async (t) => {
  const gateway = await openGateway(t, ENV);
  const first = await insertFamily(gateway);
  const { platform } = gateway;
  assert.equal(await eraseSession(platform, first, { client: PURGE }), true);
  const erase = (client: string) =>
    deleteSession(platform)({
      id: 'r',
      tenant: 'default',
      method: 'DELETE',
      url: '',
      params: { sessionId: 'first' },
      query: {},
      headers: {},
      body: undefined,
      encoding: 'none',
      client,
    });
  await assert.rejects(erase(PURGE), { code: 'not_found' });
  assert.ok(await platform.store.get(refreshGrants, 'r-first'));
  await erase('backend');
  await assertFamilyGone(gateway);
  await assert.rejects(erase('backend'), { code: 'not_found' });
});
