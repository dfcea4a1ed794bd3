/** The MongoDB of the engine tests: each test has its own database, which is dropped at the end. */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type Db, MongoClient } from 'mongodb';
import { silentLog } from '../../../src/kernel/log.ts';
import { type MongoStore, type MongoStoreOptions, openMongoStore } from '../../../src/store/mongo/store.ts';
import type { Collection, Store, StoredDocument } from '../../../src/store/port.ts';
import { patience } from '../../patience.ts';
import type { ServerDefect } from '../server-defect.ts';

/** URL of the engine, if there is one. */
export const mongoUrl: string | undefined = process.env.MONGODB_URL;

/** A store whose limit of an operation is one that a busy machine keeps, too. */
export async function openPatientStore(url: string, database: string): Promise<MongoStore> {
  return openMongoStore({ url, database, log: silentLog, timeout: await patience(10_000) });
}

export interface MongoServer {
  readonly url: string;
  readonly database: string;
  /** Direct access to the database, without the store. */
  readonly raw: Db;
  open(options?: Partial<MongoStoreOptions>): MongoStore;
  /** Closes all connections, and drops the database. */
  close(): Promise<void>;
}

/** @param url of the engine */
export async function mongoServer(url: string): Promise<MongoServer> {
  const database = `countersign-test-${randomUUID()}`;
  const client = new MongoClient(url);
  const raw = client.db(database);
  const opened: MongoStore[] = [];
  const timeout = await patience(10_000);
  return {
    url,
    database,
    raw,
    open: (options) => {
      const store = openMongoStore({ url, database, log: silentLog, timeout, ...options });
      opened.push(store);
      return store;
    },
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await raw.dropDatabase();
      await client.close();
    },
  };
}

/** Detects the server's defects, so that the contract can skip their tests. MongoDB itself has no defects. */
export async function defectsOf({ raw }: MongoServer): Promise<ReadonlySet<ServerDefect>> {
  const rows = raw.collection<{ _id: string; value?: string; size?: number }>(`defects-${randomUUID()}`);
  const defects = new Set<ServerDefect>();
  await rows.createIndex({ size: 1 });
  await rows.createIndex({ value: 1 }, { unique: true });
  await rows.insertOne({ _id: 'a', value: 'one' });
  await rows.replaceOne({ _id: 'a' }, { value: 'two' });
  await rows.insertOne({ _id: 'b', value: 'one' }).catch((error: { code?: number }) => {
    if (error.code !== 11000) throw error;
    defects.add('unique-not-freed');
  });
  const numbers = [-1e270, -1e-240, 5e-324, 1, 1e300];
  await rows.insertMany(numbers.toReversed().map((size) => ({ _id: `n${size}`, value: `n${size}`, size })));
  const sorted = await rows.find({ size: { $lt: Number.MAX_VALUE } }, { sort: { size: 1 } }).toArray();
  if (sorted.some(({ size }, i) => size !== numbers[i])) defects.add('extreme-numbers');
  return defects;
}

/** The server for one test. Without an engine it skips the test and returns undefined. */
export async function serverOf(t: TestContext): Promise<MongoServer | undefined> {
  if (mongoUrl === undefined) {
    t.skip('needs MONGODB_URL');
    return undefined;
  }
  const server = await mongoServer(mongoUrl);
  t.after(() => server.close());
  return server;
}

/**
 * A store that sends each operation to the next of several stores, as behind replicas. Creates the indexes of a
 * collection at its first use: the contract has no such step.
 */
export function replicas(stores: readonly [MongoStore, ...MongoStore[]]): Store {
  const ready = new Map<string, Promise<unknown>>();
  let turn = 0;
  const of = async (collection: Collection<StoredDocument>): Promise<Store> => {
    turn += 1;
    const store = stores[turn % stores.length] ?? stores[0];
    let step = ready.get(collection.name);
    if (step === undefined) {
      step = stores[0].ensureIndexes([collection]);
      ready.set(collection.name, step);
    }
    await step;
    return store;
  };
  return {
    // A copy, taken immediately: the store itself does not start while the indexes are created.
    insert: async (collection, document) => {
      const copy = structuredClone(document);
      return (await of(collection)).insert(collection, copy);
    },
    get: async (collection, id) => (await of(collection)).get(collection, id),
    replace: async (collection, document) => {
      const copy = structuredClone(document);
      return (await of(collection)).replace(collection, copy);
    },
    find: async (collection, query) => (await of(collection)).find(collection, query),
    delete: async (collection, document) => (await of(collection)).delete(collection, document),
    ping: async () => {
      await Promise.all(stores.map((store) => store.ping()));
    },
    close: async () => {
      await Promise.all(stores.map((store) => store.close()));
    },
  };
}
