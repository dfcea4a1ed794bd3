import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createKeySets } from '@countersign/shared/keys/key-sets';
import { noSigners } from '@countersign/shared/keys/signer';
import { ERASED_KEY, KEPT_GENERATION } from '@countersign/shared/model/keys/key-documents';
import { keyDocuments, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { keysToErase } from '../../src/tenants/erase-keys.ts';
import { tenantErasureJob } from '../../src/tenants/erase-tenant.ts';
import { DRAINED_AFTER } from '../../src/tenants/tenant-transitions.ts';
import { insert, leftOf, openErasure } from './erasure-world.ts';

const list = { id: 'acme/1', tenant: 'acme', n: 1, size: 8, allocated: 0, version: 1, closed: false };

test('a tenant with status lists keeps them, the entries that were changed, and the key that signs them', async (t) => {
  const { store, parts, withStore, advance, record } = await openErasure(t);
  const configFolder = await temporaryFolder(t);
  const ring = (of = parts) =>
    createKeyRing({ ...of, publicUrl: 'https://issuer.example', configFolder, log: silentLog });
  const before = await ring().signer('acme', 'credential');
  const signer = await ring().signer('acme', 'mdoc');
  await ring().signer('acme', 'request');
  await insert(store, 'statusLists', list);
  const changed = { session: 's9', value: 1, list: 1, indexes: [3], changedIn: 'acme/1', seq: 2 };
  const chain = { chain: { sealed: 'x' }, chainOf: 'acme', chainDue: 1 };
  await insert(store, 'statusEntries', { id: 'acme/revoked', tenant: 'acme', ...changed, ...chain });
  advance(DRAINED_AFTER);
  await tenantErasureJob(parts).run();

  const purposes = ['ca/1', 'credential/1', 'data/1', 'data/2', 'iaca/1', 'mdoc/1'];
  const keys = purposes.map((one) => `keys/acme/${one}`);
  assert.deepEqual(await leftOf(store, 'acme'), [...keys, 'statusEntries/acme/revoked', 'statusLists/acme/1']);
  assert.equal((await store.get(statusEntries, 'acme/revoked'))?.chain, undefined);
  assert.equal((await store.get(keyDocuments, 'acme/data/1'))?.sealed, ERASED_KEY);
  const { life } = await record();
  assert.deepEqual(life.state === 'erased' && life.receipt.kept, { statusLists: 1, statusEntries: 1 });
  // A process that starts later signs the lists with the same key.
  assert.equal((await ring(withStore(store)).signer('acme', 'credential')).kid, before.kid);
  assert.equal((await ring(withStore(store)).signer('acme', 'mdoc')).kid, signer.kid);
});

test('the keys of another data key are sealed again once, and the data key comes last', async (t) => {
  const { store, parts } = await openErasure(t);
  const configFolder = await temporaryFolder(t);
  const ring = createKeyRing({ ...parts, publicUrl: 'https://issuer.example', configFolder, log: silentLog });
  await ring.signer('acme', 'credential');
  await insert(store, 'statusLists', list);
  const first = await keysToErase(parts, 'acme');
  assert.equal(first.at(-1), 'acme/data/1');
  const sealed = (await store.get(keyDocuments, 'acme/credential/1'))?.sealed;
  assert.deepEqual(await keysToErase(parts, 'acme'), first);
  assert.equal((await store.get(keyDocuments, 'acme/credential/1'))?.sealed, sealed);
});

test('of keys with certificates from elsewhere those stay that sign the status lists', async (t) => {
  const { store, parts } = await openErasure(t);
  const sets = createKeySets({ ...parts, signers: noSigners, log: silentLog });
  const begun = async (set: string, purpose: 'credential' | 'request') =>
    (await sets.begin('acme', { set, purpose }, { commonName: 'Acme' })).key.document;
  const signsLists = await begun('default', 'credential');
  const others = [await begun('default', 'request'), await begun('diplomas', 'credential')];
  await insert(store, 'statusLists', list);
  assert.deepEqual(
    (await keysToErase(parts, 'acme')).slice(0, -1),
    others.map(({ id }) => id),
  );
  assert.equal((await store.get(keyDocuments, signsLists.id))?.sealedBy, KEPT_GENERATION);
});
