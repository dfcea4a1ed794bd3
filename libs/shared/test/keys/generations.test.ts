import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { certificateHost } from '../../src/crypto/x509.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createGenerations, type Generations } from '../../src/keys/generations.ts';
import { createMdocIssuers } from '../../src/keys/mdoc-issuer.ts';
import { noSigners } from '../../src/keys/signer.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import { KEEP, LEAD, READ_AT_LEAST_EVERY } from '../../src/model/keys/key-states.ts';
import type { Store } from '../../src/store/port.ts';
import { keyDocuments } from '../model/every-tenant.ts';
import { temporaryFolder, temporaryStore } from '../store/temporary.ts';

const DAY = 86_400_000;
const of = { tenant: 'default', purpose: 'credential' } as const;

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const made = { now: Date.UTC(2030, 0, 1), away: false, reads: 0 };
  const reading: Store = {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => {
      made.reads += 1;
      return made.away ? Promise.reject(new Error('away')) : store.find(collection, query);
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
  const clock = (): number => made.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const configFolder = await temporaryFolder(t);
  const mdocIssuerOf = createMdocIssuers({ publicUrl: 'https://issuer.example', configFolder });
  const common = {
    mdocIssuerOf,
    store: reading,
    vaults,
    signers: noSigners,
    clock,
    random: systemRandom,
    log: silentLog,
  };
  return Object.assign(made, {
    store,
    replica: (host = 'https://issuer.example') => createGenerations({ ...common, host: certificateHost(host) }),
  });
}

async function states(replica: Generations): Promise<readonly string[]> {
  return (await replica.of(of)).map(({ state }) => state);
}

test('a rotation is known to each replica before it signs, and signs everywhere from the same time on', async (t) => {
  const made = await world(t);
  const [one, two] = [made.replica(), made.replica()];
  assert.deepEqual([await states(one), await states(two)], [['active'], ['active']]);
  const next = await one.rotate(of);
  assert.equal(next.usedFrom, made.now + LEAD);
  assert.deepEqual(await states(one), ['active', 'pending'], 'the replica that rotates knows it at once');
  made.now += READ_AT_LEAST_EVERY;
  assert.deepEqual(await states(two), ['active', 'pending'], 'another one in time');
  made.now += LEAD - READ_AT_LEAST_EVERY - 1;
  assert.deepEqual([await states(one), await states(two)], Array(2).fill(['active', 'pending']));
  made.now += 1;
  assert.deepEqual([await states(one), await states(two)], Array(2).fill(['retiring', 'active']));
});

test('rotations at once, at several replicas, add one generation; another one follows when it is in use', async (t) => {
  const made = await world(t);
  const replicas = [made.replica(), made.replica(), made.replica()];
  const rotated = await Promise.all([...replicas, ...replicas].map((each) => each.rotate(of)));
  assert.equal(new Set(rotated.map(({ kid }) => kid)).size, 1);
  made.now += LEAD;
  const again = await replicas[1]?.rotate(of);
  assert.equal(again?.generation, 3);
  assert.deepEqual(await states(made.replica()), ['retiring', 'active', 'pending']);
});

test('keys are read again in the background after a minute, so that requests do not wait for the store', async (t) => {
  const made = await world(t);
  const one = made.replica();
  await states(one);
  made.reads = 0;
  await states(one);
  assert.equal(made.reads, 0);
  made.now += 60_000;
  made.away = true;
  assert.deepEqual(await states(one), ['active']);
  assert.equal(made.reads, 1);
});

test('without the store a replica signs with what it knows, but publishes nothing that may be too old', async (t) => {
  const made = await world(t);
  const one = made.replica();
  await states(one);
  made.away = true;
  made.now += READ_AT_LEAST_EVERY;
  await assert.rejects(one.of(of));
  assert.equal((await one.of(of, 'older')).length, 1);
  made.away = false;
  assert.deepEqual(await states(one), ['active']);
});

test('private keys are erased two days after their replacement; certificates stay', async (t) => {
  const made = await world(t);
  const one = made.replica();
  await one.rotate(of);
  made.now += LEAD + KEEP - 1;
  const [before] = await one.of(of);
  assert.ok(before?.key !== undefined && before.document.sealed !== '');
  made.now += READ_AT_LEAST_EVERY;
  const [erased, active] = await one.of(of);
  assert.deepEqual([erased?.key, erased?.document.sealed, erased?.state], [undefined, '', 'retiring']);
  assert.ok(active?.key !== undefined);
  const stored = await made.store.get(keyDocuments, 'default/credential/1');
  assert.equal(stored?.sealed, '');
  assert.ok(stored?.certificate !== undefined);
});

test('a key whose host has changed, or whose end is here, is replaced at once', async (t) => {
  const made = await world(t);
  await states(made.replica());
  assert.deepEqual(await states(made.replica('https://moved.example')), ['retiring', 'active']);
  made.now += 365 * DAY;
  assert.deepEqual(await states(made.replica('https://moved.example')), ['retired', 'retired', 'active']);
});
