import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { systemRandom } from '../../src/kernel/random.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import { createStoredAnchors, type WrittenAnchor } from '../../src/trust/stored-anchors.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { flowConfigs } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

const { anchor: pem } = await makeSigningKey();
const { anchor: otherPem } = await makeSigningKey();

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const at = { now: Date.UTC(2030, 0, 1) };
  const clock = () => at.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const replica = () => createStoredAnchors({ store, vaults, clock });
  return { store, at, replica };
}

function entry(given: Partial<WrittenAnchor> = {}): WrittenAnchor {
  return { purpose: 'issuers', id: 'authority', pem, limits: {}, createdAt: 1, ...given };
}

test('an anchor counts in its tenant for its purpose, with its limits', async (t) => {
  const { replica } = await world(t);
  const anchors = replica();
  await anchors.put('acme', entry({ limits: { vct: ['urn:a'] } }));
  const [found, ...more] = await anchors.of('acme', 'issuers');
  assert.deepEqual(more, []);
  assert.equal(found?.certificate.raw.equals(new X509Certificate(pem).raw), true);
  assert.deepEqual([found?.vcts, found?.doctypes], [['urn:a'], []]);
  assert.deepEqual(found?.written, { id: 'authority', createdAt: 1 });
  assert.deepEqual(await anchors.of('acme', 'wallet-providers'), []);
  assert.deepEqual(await anchors.of('other', 'issuers'), []);
});

test('one of the same purpose and id is replaced, and deleted alone', async (t) => {
  const { replica } = await world(t);
  const anchors = replica();
  await anchors.put('acme', entry());
  await anchors.put('acme', entry({ pem: pem + otherPem }));
  await anchors.put('acme', entry({ purpose: 'wallet-providers' }));
  assert.equal((await anchors.of('acme', 'issuers')).length, 2);
  await assert.rejects(anchors.delete('other', 'issuers', 'authority'), { code: 'not_found' });
  await assert.rejects(anchors.delete('acme', 'issuers', 'none'), { code: 'not_found' });
  await anchors.delete('acme', 'issuers', 'authority');
  assert.equal((await anchors.of('acme', 'issuers')).length, 0);
  assert.equal((await anchors.of('acme', 'wallet-providers')).length, 1);
});

test('another replica sees a change after a second, and reads once in that time', async (t) => {
  const { replica, at } = await world(t);
  const [one, two] = [replica(), replica()];
  assert.deepEqual(await two.of('acme', 'issuers'), []);
  await one.put('acme', entry());
  at.now += 999;
  assert.equal((await two.of('acme', 'issuers')).length, 0);
  at.now += 1;
  assert.equal((await two.of('acme', 'issuers')).length, 1);
  await one.delete('acme', 'issuers', 'authority');
  at.now += 1000;
  assert.equal((await two.of('acme', 'issuers')).length, 0);
});

test('writes at the same time are all kept, up to the bound', async (t) => {
  const { replica } = await world(t);
  const replicas = [replica(), replica()];
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => replicas[n % 2]?.put('acme', entry({ id: `authority-${n}` }))),
  );
  const anchors = replica();
  assert.equal((await anchors.of('acme', 'issuers')).length, 10);
  for (let n = 10; n < 100; n += 1) await anchors.put('acme', entry({ id: `authority-${n}` }));
  await assert.rejects(anchors.put('acme', entry({ id: 'one-more' })), { code: 'conflict' });
  await anchors.put('acme', entry({ id: 'authority-7', pem: otherPem }));
  const large = entry({ id: 'authority-7', pem: pem + ' '.repeat(256 * 1024) });
  await assert.rejects(anchors.put('acme', large), { code: 'conflict' });
});

test('what is stored is sealed', async (t) => {
  const { replica, store } = await world(t);
  await replica().put('acme', entry());
  const { documents } = await store.find(flowConfigs, { index: 'list', limit: 10 });
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['trust'],
  );
  assert.ok(!documents.some(({ text }) => text.includes('authority')));
});
