import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tenants } from '../../src/model/tenant/tenants.ts';
import { CACHED_FOR, createCachedTenants } from '../../src/runtime/cached-tenants.ts';
import { temporaryStore } from '../store/temporary.ts';

test('a state is cached for a second, and at once where it is forgotten', async (t) => {
  const store = await temporaryStore(t);
  let now = 5000;
  const cached = createCachedTenants({ store, clock: () => now });
  const state = async () => (await cached.of('acme'))?.life.state;
  assert.equal(await state(), undefined);
  const made =
    (await store.insert(tenants, { id: 'acme', createdAt: now, life: { state: 'active', since: now } })) ??
    assert.fail();
  assert.equal(await state(), undefined);
  cached.forget('acme');
  assert.equal(await state(), 'active');
  await store.replace(tenants, { ...made, life: { state: 'suspended', since: now } });
  now += CACHED_FOR - 1;
  assert.equal(await state(), 'active');
  now += 1;
  assert.equal(await state(), 'suspended');
});
