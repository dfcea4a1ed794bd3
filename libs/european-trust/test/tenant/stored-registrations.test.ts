import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { createStoredRegistrations } from '../../src/tenant/stored-registrations.ts';

async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const common = { store, clock: () => 0, random: systemRandom };
  return createStoredRegistrations({ ...common, vaults: createVaults({ ...common, masterKey: Buffer.alloc(32, 1) }) });
}
const entry = (id: string, jwt = 'a.b.c') => ({ id, jwt, createdAt: 1 });
const withCwt = (id: string, cwt: string) => ({ ...entry(id), cwt });

test('a certificate is stored for its tenant, replaced under its id, and deleted', async (t) => {
  const stored = await open(t);
  await stored.put('acme', entry('one'));
  await stored.put('acme', entry('one', 'd.e.f'));
  await stored.put('acme', entry('two'));
  assert.deepEqual([...(await stored.now('acme')).values()], [entry('one', 'd.e.f'), entry('two')]);
  assert.equal((await stored.of('other')).size, 0);
  assert.deepEqual([await stored.delete('acme', 'one'), await stored.delete('acme', 'one')], [true, false]);
  assert.deepEqual([...(await stored.of('acme')).keys()], ['two']);
});

test('a tenant has room for 100 certificates and for one MiB', async (t) => {
  const stored = await open(t);
  const large = 'x'.repeat(600_000);
  await stored.put('acme', entry('one', large));
  await stored.put('acme', entry('one', large));
  await assert.rejects(stored.put('acme', entry('two', large)), { code: 'conflict' });
  await assert.rejects(stored.put('acme', withCwt('two', large)), { code: 'conflict' });
  for (let index = 0; index < 99; index += 1) await stored.put('acme', entry(`n${index}`));
  await assert.rejects(stored.put('acme', entry('last')), { code: 'conflict' });
});
