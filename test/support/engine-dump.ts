/** Everything in the engines' stores of a server, as bytes by place. Needs MONGODB_URL and REDIS_URL. */
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { TestServer } from './server.ts';

type Named = Readonly<Record<string, string | undefined>>;

export async function documentsOf(env: Named): Promise<readonly (readonly [string, Buffer])[]> {
  const client = new MongoClient(env.MONGODB_URL ?? '');
  try {
    const database = client.db(env.MONGODB_DATABASE);
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

export async function cachedOf(env: Named): Promise<readonly [string, Buffer]> {
  const redis = new Redis(env.REDIS_URL ?? '');
  try {
    const keys = await redis.keys(`${env.REDIS_PREFIX}*`);
    const values = await Promise.all(keys.map((key) => redis.dump(key)));
    return ['redis', Buffer.from(JSON.stringify([keys, values]))];
  } finally {
    redis.disconnect();
  }
}

export async function engineDump({ environment }: TestServer): Promise<readonly (readonly [string, Buffer])[]> {
  const { MONGODB_URL, REDIS_URL } = process.env;
  const env = { ...environment, MONGODB_URL, REDIS_URL };
  return [...(await documentsOf(env)), await cachedOf(env)];
}
