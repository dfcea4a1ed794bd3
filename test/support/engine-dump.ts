/** Everything in the engines' stores of a server, as bytes by place. Needs MONGODB_URL and REDIS_URL. */
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { TestServer } from './server.ts';

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

export async function engineDump(server: TestServer): Promise<readonly (readonly [string, Buffer])[]> {
  return [...(await documents(server)), await cached(server)];
}
