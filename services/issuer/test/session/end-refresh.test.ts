import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endRefresh } from '@countersign/shared/model/refresh/end-refresh';
import { refreshGrants } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { newRefreshGrant } from '../../src/session/refresh-transitions.ts';
import { NOW } from './issuance-given.ts';

const record = (id: string, change: object = {}) =>
  newRefreshGrant({
    id,
    tenant: 'root',
    tokenHash: '',
    session: 's0',
    current: { session: 's0', handle: '' },
    next: 's1',
    holder: {},
    configurationIds: ['pid', 'pass'],
    authorizationDetails: false,
    sealedBasis: '',
    expiresAt: NOW + 1,
    now: NOW,
    ...change,
  });

test('every record of the session and tenant is removed, and no other', async (t) => {
  const store = await temporaryStore(t);
  for (const one of [record('a'), record('b'), record('c', { session: 's9' }), record('d', { tenant: 'acme' })]) {
    assert.ok(await store.insert(refreshGrants, one));
  }
  assert.equal(await endRefresh(store, { tenant: 'root', session: 's0', now: NOW }), 2);
  assert.equal(await endRefresh(store, { tenant: 'root', session: 's0', now: NOW }), 0);
  assert.deepEqual(
    (await store.find(refreshGrants, { index: 'remove', limit: 9 })).documents.map(({ id }) => id),
    ['c', 'd'],
  );
});

test('one configuration is taken out; with the last one the record goes', async (t) => {
  const store = await temporaryStore(t);
  assert.ok(await store.insert(refreshGrants, record('a')));
  const end = (configuration: string) => endRefresh(store, { tenant: 'root', session: 's0', configuration, now: NOW });
  assert.equal(await end('other'), 0);
  assert.equal(await end('pid'), 0);
  assert.deepEqual((await store.get(refreshGrants, 'a'))?.configurationIds, ['pass']);
  assert.equal(await end('pass'), 1);
  assert.equal(await store.get(refreshGrants, 'a'), undefined);
});
