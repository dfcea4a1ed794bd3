import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { Store } from '@countersign/shared/store/port';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createEncryptionKeys, type EncryptionKeys, rotateEncryptionKey } from '../../src/keys/encryption-keys.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The store with `find` replaced. */
function finding(store: Store, around: <T>(find: () => Promise<T>) => Promise<T>): Store {
  return {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => around(() => store.find(collection, query)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  let reads = 0;
  const counting = finding(store, (find) => {
    reads += 1;
    return find();
  });
  const made = { now: Date.UTC(2030, 0, 1) };
  const clock = (): number => made.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const options = { store: counting, vaults, clock, log: silentLog };
  return Object.assign(made, {
    options,
    reads: () => reads,
    replica: () => createEncryptionKeys(options),
    documents: async (tenant = 'default') => {
      const query = { index: 'purpose', equal: [tenant, 'encryption'], limit: 100 };
      return (await store.find(keyDocuments, query)).documents;
    },
  });
}

async function kids(keys: EncryptionKeys, tenant = 'default'): Promise<readonly string[]> {
  return (await keys.published(tenant)).map(({ kid }) => kid);
}

async function opens(keys: EncryptionKeys, kid: string | undefined, tenant = 'default'): Promise<boolean> {
  return (await keys.find(tenant, kid ?? '')) !== undefined;
}

test('a key for encryption is made at first use, sealed, and published without its private part', async (t) => {
  const { replica, documents } = await world(t);
  const [key, ...others] = await replica().published('default');
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(key ?? {}), ['kty', 'crv', 'x', 'y', 'kid', 'use', 'alg']);
  assert.deepEqual([key?.crv, key?.use, key?.alg], ['P-256', 'enc', 'ECDH-ES']);
  const found = await replica().find('default', key?.kid ?? '');
  const [document] = await documents();
  assert.ok(found !== undefined && document !== undefined);
  assert.ok(!JSON.stringify(document).includes(found.d), 'the private key is not readable in the store');
});

test('replicas that begin at once agree on one key', async (t) => {
  const { replica, documents } = await world(t);
  const all = await Promise.all(Array.from({ length: 10 }, () => kids(replica())));
  assert.equal(new Set(all.flat()).size, 1);
  assert.equal((await documents()).length, 1);
});

test('each tenant has a key of its own, which is no key of another and none that signs', async (t) => {
  const { replica, options } = await world(t);
  const keys = replica();
  const [[own], [other]] = [await kids(keys, 'one'), await kids(keys, 'two')];
  assert.notEqual(own, other);
  assert.ok(!(await opens(keys, other, 'one')));
  const ring = createKeyRing({ ...options, publicUrl: 'https://a.example', configFolder: await temporaryFolder(t) });
  const [credential, request] = [await ring.signer('one', 'credential'), await ring.signer('one', 'request')];
  for (const { kid } of [credential, request]) assert.ok(!(await opens(keys, kid, 'one')));
  assert.ok((await ring.published('one')).every(({ kid }) => kid !== own));
});

test('a rotated key is published second, then comes first; the one before opens 48 hours longer, and is erased', async (t) => {
  const made = await world(t);
  const keys = made.replica();
  const [first] = await kids(keys);
  const usedFrom = await rotateEncryptionKey(made.options, 'default');
  assert.equal(usedFrom, made.now + 10 * MINUTE);
  assert.equal(await rotateEncryptionKey(made.options, 'default'), usedFrom, 'one at a time');
  made.now += MINUTE;
  const [present, next, ...more] = await kids(keys);
  assert.deepEqual([present, more], [first, []]);
  assert.ok(next !== first && (await opens(keys, next)), 'usable before it is the present one');
  made.now = usedFrom - 1;
  assert.deepEqual(await kids(keys), [first, next]);
  made.now = usedFrom;
  assert.deepEqual(await kids(keys), [next]);
  made.now = usedFrom + 48 * HOUR - 1;
  assert.ok(await opens(keys, first));
  made.now = usedFrom + 48 * HOUR;
  assert.ok(!(await opens(keys, first)), 'also where the keys were read before');
  made.now += MINUTE;
  assert.deepEqual(await kids(keys), [next]);
  assert.deepEqual(
    (await made.documents()).map(({ kid }) => kid),
    [next],
  );
});

test('keys rotate every 30 days without an operator, once over all replicas', async (t) => {
  const made = await world(t);
  const replicas = [made.replica(), made.replica(), made.replica()];
  const [first] = await kids(replicas[0] as EncryptionKeys);
  made.now += 30 * DAY - 1;
  assert.equal((await kids(made.replica())).length, 1);
  made.now += 1;
  const all = await Promise.all(replicas.map((replica) => kids(replica)));
  for (const published of all) assert.deepEqual(published, all[0]);
  assert.equal(all[0]?.[0], first);
  assert.equal((await made.documents()).length, 2);
});

test('a replica opens at once what is encrypted to the key that another replica has just published', async (t) => {
  const made = await world(t);
  const [one, two] = [made.replica(), made.replica()];
  await kids(two);
  await rotateEncryptionKey(made.options, 'default');
  const [, next] = await kids(one);
  assert.ok(next !== undefined);
  made.now += 1000;
  assert.ok(await opens(two, next));
});

test('unknown key ids cause one read a second, known ones one a minute', async (t) => {
  const made = await world(t);
  const keys = made.replica();
  const [kid] = await kids(keys);
  const before = made.reads();
  for (let i = 0; i < 20; i += 1) assert.ok(!(await opens(keys, `unknown ${i}`)));
  assert.equal(made.reads(), before);
  made.now += 1000;
  await Promise.all(Array.from({ length: 20 }, (_, i) => opens(keys, `unknown ${i}`)));
  assert.equal(made.reads(), before + 1);
  made.now += 59_000;
  for (let i = 0; i < 20; i += 1) assert.ok(await opens(keys, kid));
  assert.equal(made.reads(), before + 1);
});

test('a failed read is repeated by the next request', async (t) => {
  const { options } = await world(t);
  let broken = true;
  const store = finding(options.store, (find) => (broken ? Promise.reject(new Error('down')) : find()));
  const keys = createEncryptionKeys({ ...options, store });
  await assert.rejects(kids(keys), /down/);
  broken = false;
  assert.equal((await kids(keys)).length, 1);
});
