/** After a restore on MongoDB: as in one process, at the level of the store. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { operatorOutput } from '@countersign/operator/test/command-output';
import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import { systemClock } from '@countersign/shared/kernel/clock';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import { collections } from '@countersign/shared/model/collections';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import type { Store } from '@countersign/shared/store/port';
import { openPatientStore } from '@countersign/shared/test/store/mongo/mongo-server';
import { createAllocate } from '@countersign/status/allocation/allocate';
import { createLeases } from '@countersign/status/allocation/lease-positions';
import { MongoClient } from 'mongodb';

const url = process.env.MONGODB_URL;
const skip = url === undefined && 'needs MONGODB_URL';

const masterKey = Buffer.from('engine-test-master-key-012345678');

interface Site {
  readonly env: Environment;
  readonly store: Store;
  /** Copies every document in its current form into another site's database. */
  copyTo(other: Site): Promise<void>;
}

/** A separate database, removed at the end. */
async function site(t: TestContext): Promise<Site> {
  const database = `countersign_test_${randomUUID().slice(0, 8)}`;
  const env = {
    MONGODB_URL: url ?? '',
    MONGODB_DATABASE: database,
    MASTER_KEY: masterKey.toString('base64url'),
    PUBLIC_URL: 'https://issuer.example',
    AUTH_API_KEY: 'engine-api-key-0123456789abcdef',
  };
  const store = await openPatientStore(url ?? '', database);
  const client = new MongoClient(url ?? '');
  t.after(async () => {
    await store.close();
    await client.db(database).dropDatabase();
    await client.close();
  });
  await store.ensureIndexes(collections);
  return {
    env,
    store,
    copyTo: async (other) => {
      const target = client.db(other.env.MONGODB_DATABASE);
      for (const { name } of collections) {
        const documents = await client.db(database).collection(name).find().toArray();
        if (documents.length > 0) await target.collection(name).insertMany(documents);
      }
    },
  };
}

/** Indexes of 40 credentials, from a separate status service. */
async function allocate({ env, store }: Site, prefix: string): Promise<string[]> {
  const clock = systemClock;
  const vaults = createVaults({ store, clock, masterKey, random: systemRandom });
  const absent = (): Promise<never> => Promise.reject(new Error('nothing is signed here'));
  const { settings } = readSettings(env);
  const platform = {
    settings,
    requirementsOf: () => requirements({ profile: 'open' }, settings),
    store,
    vaults,
    keys: {
      signer: absent,
      signers: absent,
      published: absent,
      anchors: absent,
      signedUntil: absent,
      keepChain: absent,
      hasStoredSets: absent,
    },
    clock,
    random: systemRandom,
    log: silentLog,
    metrics: noMetrics,
    wakeEntryRelay: () => undefined,
  };
  const operation = createAllocate(platform, createLeases(platform, { listSize: 2 ** 20, blockSize: 16 }));
  const asked = { id: 'r', tenant: 'default', method: 'POST', url: '', params: {}, query: {}, headers: {} };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const body = { session: 's', configuration: 'pid', request: `${prefix}-${n}`, count: 2 };
      return operation({ ...asked, encoding: 'json', body });
    }),
  );
  const entries = replies.flatMap(
    ({ body }) => (body as unknown as { entries: { uri: string; idx: number }[] }).entries,
  );
  return entries.map(({ uri, idx }) => `${uri}#${idx}`);
}

test('MongoDB: only with --yes; then no index is allocated twice', { skip }, async (t) => {
  const [live, restored] = [await site(t), await site(t)];
  const allocated = await allocate(live, 'before');
  await live.copyTo(restored);
  allocated.push(...(await allocate(live, 'since')));
  const run = async (...args: string[]): Promise<{ readonly code: number; readonly report: string }> => {
    const { code, written } = await operatorOutput(['after-restore', ...args], { env: restored.env });
    return { code, report: written };
  };
  const refused = await run();
  assert.equal(refused.code, 1);
  assert.match(refused.report, /^status lists closed: 1$/m);
  assert.match(refused.report, /Stop all services first/);
  const done = await run('--yes');
  assert.equal(done.code, 0, done.report);
  assert.match(done.report, /^closed: default\/1$/m);
  allocated.push(...(await allocate(restored, 'after')));
  assert.equal(new Set(allocated).size, allocated.length);
  const again = await run('--yes');
  assert.match(again.report, /^status lists closed: 1$/m);
});
