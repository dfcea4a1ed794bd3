import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { trustListParts, trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { listId } from '../../src/refresh/loaded-lists.ts';
import { makeList, signedList, URL_OF_LIST } from '../lists/made-lists.ts';
import { startReplica, TENANT } from './list-server.ts';

const { signer, content } = await makeList();
const started = (t: TestContext, options = {}) => {
  const body = signedList(content(options), { signer });
  return startReplica(t, { pem: signer.certificate.toString() }, () => ({ body }));
};
const source = (replica: Awaited<ReturnType<typeof started>>['replica']) => replica.lists.sources(TENANT);

it('a list of a tenant is another one in another tenant, and under another address', () => {
  assert.equal(new Set([listId('a', 'u'), listId('b', 'u'), listId('a', 'v')]).size, 3);
});

it('a source is missed until its list was accepted, and again after the list has ended', async (t) => {
  const { replica, clock } = await started(t);
  const missed = async () => (await replica.lists.ended(TENANT)).map(({ source: { id } }) => id);
  assert.deepEqual(await missed(), ['pid']);
  await replica.run();
  clock.now += 1000;
  assert.deepEqual(await missed(), []);
  clock.now += 100 * 86_400_000;
  assert.deepEqual(await missed(), ['pid']);
});

it('a list whose bytes are not those that were accepted counts for nothing, and is logged', async (t) => {
  const { replica, store, clock } = await started(t);
  await replica.run();
  const own = ofTenant(store, TENANT);
  const { documents } = await own.find(trustListParts, { index: 'list', limit: 9 });
  for (const part of documents) await own.update(trustListParts, part.id, (one) => ({ ...one, data: 'AAAA' }));
  clock.now += 1000;
  assert.deepEqual(await replica.lists.inForce(TENANT), []);
  assert.ok(replica.logged.some((line) => line.startsWith('A stored trust list cannot be read')));
});

it('a list whose parts are gone is tried again, and one without entries is not read at all', async (t) => {
  const { replica, store, clock } = await started(t, { entities: [] });
  await replica.run();
  clock.now += 1000;
  const [from] = await source(replica);
  const own = ofTenant(store, TENANT);
  const { documents } = await own.find(trustListParts, { index: 'list', limit: 9 });
  for (const part of documents) await own.delete(trustListParts, part);
  assert.deepEqual(await replica.lists.inForce(TENANT), []);
  assert.equal((await own.get(trustLists, listId(TENANT, URL_OF_LIST)))?.good?.entries, 0);
  assert.equal(await replica.lists.last(TENANT, from ?? assert.fail()), undefined);
});
