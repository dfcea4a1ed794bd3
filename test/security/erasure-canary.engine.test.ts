/** The erasure canary in the documents of MongoDB and the keys of Redis. Needs KAFKA_BROKERS, MONGODB_URL, REDIS_URL. */
import { it } from 'node:test';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { TestServer } from '../support/server.ts';

const { MONGODB_URL = '', REDIS_URL = '' } = process.env;

async function documents({ environment }: TestServer): Promise<readonly (readonly [string, Buffer])[]> {
  const client = new MongoClient(MONGODB_URL);
  try {
    const database = client.db(environment.MONGODB_DATABASE);
    const names = (await database.collections()).map(({ collectionName }) => collectionName);
    return await Promise.all(
      names.map(async (name) => {
        const all = await database.collection(name).find({}).toArray();
        return [`collection ${name}`, Buffer.from(JSON.stringify(all))] as const;
      }),
    );
  } finally {
    await client.close();
  }
}

async function cached({ environment }: TestServer): Promise<readonly [string, Buffer]> {
  const redis = new Redis(REDIS_URL);
  try {
    const keys = await redis.keys(`${environment.REDIS_PREFIX}*`);
    const values = await Promise.all(keys.map((key) => redis.dump(key)));
    return ['redis', Buffer.from(JSON.stringify([keys, values]))];
  } finally {
    redis.disconnect();
  }
}

it('no personal value is readable in the engines, before an erasure or after it', async (t) => {
  process.env.COUNTERSIGN_TEST_MODE = 'cluster';
  const { canaryFlow } = await import('../support/canary-flow.ts');
  await canaryFlow(t, async (server) => [...(await documents(server)), await cached(server)]);
});
