import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MongoClient } from 'mongodb';
import { type MongoWireBuild, provisionMongoWire, startMongoWire } from './mongo-wire.ts';
import { canStart, listens, started } from './started.ts';

const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const;

/** Runs `use` on a collection through a separate client. */
async function connected<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const builds: readonly MongoWireBuild[] = ['python', 'rust'];
for (const build of builds) {
  test(`the store server keeps documents over a kill and a stop: ${build} build`, async (t) => {
    if (!canStart(t, 'mongodb')) return;
    const built = await provisionMongoWire(build).catch((error: unknown) => error);
    if (build === 'rust' && built instanceof Error) return t.skip(built.message);
    const engine = await started(t, ({ folder }) => startMongoWire({ folder, build }));
    const documents = (client: MongoClient) => client.db('kept').collection<{ _id: number }>('numbers', DURABLE);
    await connected(engine.url, async (client) => {
      for (let _id = 0; _id < 50; _id += 1) await documents(client).insertOne({ _id });
      await engine.kill();
    });
    assert.equal(engine.pid, undefined);
    await engine.start();
    assert.equal(await connected(engine.url, (client) => documents(client).countDocuments()), 50);

    await engine.stop();
    assert.equal(await listens(Number(new URL(engine.url).port)), false);
    await engine.start();
    assert.equal(await connected(engine.url, (client) => documents(client).countDocuments()), 50);
  });
}
