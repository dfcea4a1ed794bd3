import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tenants } from '../../src/model/tenants.ts';
import { createHeldTenants, HELD_FOR } from '../../src/runtime/held-tenants.ts';
import { temporaryStore } from '../store/temporary.ts';

test('a state is held for a second, and at once where it is forgotten', async (t) => {
  const store = await temporaryStore(t);
  let now = 5000;
  const held = createHeldTenants({ store, clock: () => now });
  const state = async () => (await held.of('acme'))?.life.state;
  assert.equal(await state(), undefined);
  const made =
    (await store.insert(tenants, { id: 'acme', createdAt: now, life: { state: 'active', since: now } })) ??
    assert.fail();
  assert.equal(await state(), undefined);
  held.forget('acme');
  assert.equal(await state(), 'active');
  await store.replace(tenants, { ...made, life: { state: 'suspended', since: now } });
  now += HELD_FOR - 1;
  assert.equal(await state(), 'active');
  now += 1;
  assert.equal(await state(), 'suspended');
});
