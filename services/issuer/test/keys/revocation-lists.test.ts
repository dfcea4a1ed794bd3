import 'reflect-metadata';
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { Store } from '@countersign/shared/store/port';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { X509Certificate as Readable, X509Crl } from '@peculiar/x509';
import { createRevocationLists } from '../../src/keys/revocation-lists.ts';

const DAY = 86_400_000;

async function world(t: TestContext) {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const made = { now: Date.UTC(2030, 0, 2, 12), away: false, reads: 0 };
  const clock = (): number => made.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const get: Store['get'] = (collection, id) => {
    made.reads += 1;
    return made.away ? Promise.reject(new Error('away')) : store.get(collection, id);
  };
  const reading: Store = { ...store, get };
  const options = { vaults, publicUrl: 'https://issuer.example', configFolder, clock, log: silentLog };
  return Object.assign(made, {
    ring: createKeyRing({ ...options, store }),
    lists: () => createRevocationLists({ store: reading, vaults, clock }),
  });
}

test('the list of an IACA is signed by it, for the day', async (t) => {
  const made = await world(t);
  const { anchor = '' } = await made.ring.signer('default', 'mdoc');
  const found = await made.lists()('default', 1);
  const list = new X509Crl(found?.der ?? Buffer.alloc(0));
  assert.equal(list.entries.length, 0);
  assert.ok(await list.verify({ publicKey: new Readable(anchor).publicKey }));
  assert.equal(list.thisUpdate.getTime(), Date.UTC(2030, 0, 2));
  assert.equal(list.nextUpdate?.getTime(), Date.UTC(2030, 0, 9));
  assert.equal(found?.until, Date.UTC(2030, 0, 3));
});

test('it is signed once a day, whatever number of callers', async (t) => {
  const made = await world(t);
  await made.ring.signer('default', 'mdoc');
  const listOf = made.lists();
  const [first, second] = await Promise.all([listOf('default', 1), listOf('default', 1)]);
  assert.equal(first, second);
  assert.equal(made.reads, 1);
  made.now += DAY;
  assert.notEqual(await listOf('default', 1), first);
  assert.equal(made.reads, 2);
});

test('no IACA, no list; one that is made later has one at once', async (t) => {
  const made = await world(t);
  const listOf = made.lists();
  assert.equal(await listOf('default', 1), undefined);
  await made.ring.signer('default', 'mdoc');
  assert.ok(await listOf('default', 1));
  assert.equal(await listOf('default', 2), undefined);
  assert.equal(await listOf('other', 1), undefined);
});

test('a failure is not cached', async (t) => {
  const made = await world(t);
  await made.ring.signer('default', 'mdoc');
  const listOf = made.lists();
  made.away = true;
  await assert.rejects(listOf('default', 1), /away/);
  made.away = false;
  assert.ok(await listOf('default', 1));
});
