import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { completeSinceKey, createRedisCache } from '../../../src/cache/redis/cache.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { cacheContract } from '../contract.ts';

const url = process.env.REDIS_URL;

/** Simulates passing time: shortens the lifetime of every key of a prefix. */
const PASS = `
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  local left = redis.call('PTTL', key)
  if left > 0 then redis.call('PEXPIRE', key, left - ARGV[2]) end
end`;

/** Two caches of one prefix, as in two processes, and a connection that reads their keys. */
async function openCaches(given: string, clock: () => number = Date.now, waits: number[] = []) {
  const prefix = `test-${randomUUID()}:`;
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const caches = [0, 1].map(() => createRedisCache({ url: given, prefix, clock, log: silentLog, wait }));
  const [one, two] = caches;
  if (one === undefined || two === undefined) throw new Error('Two caches are needed');
  const redis = new Redis(given);
  const keys = () => redis.keys(`${prefix}*`);
  await Promise.all(caches.map(connected));
  return {
    caches: [one, two] as const,
    redis,
    prefix,
    keys,
    pass: async (milliseconds: number): Promise<void> => void (await redis.eval(PASS, 0, `${prefix}*`, milliseconds)),
    now: Date.now,
    close: async () => {
      const left = await keys();
      if (left.length > 0) await redis.del(left);
      redis.disconnect();
      await Promise.all(caches.map((cache) => cache.close()));
    },
  };
}

async function connected(cache: { ping(): Promise<void> }): Promise<void> {
  while (
    !(await cache.ping().then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
}

if (url === undefined || url === '') {
  it('the cache on Redis', (t) => t.skip('needs REDIS_URL'));
} else {
  cacheContract('Redis', () => openCaches(url));

  describe('cache on Redis', () => {
    let now = 1_700_000_000_000;
    const waits: number[] = [];
    const opened = openCaches(url, () => now, waits);
    after(async () => (await opened).close());

    it('is complete since its first contact, with room for clocks that differ', async () => {
      const { caches } = await opened;
      assert.equal((await caches[0].addOnce('a', 1000)).completeSince, now + 2000);
      now += 5000;
      assert.equal((await caches[1].addOnce('b', 1000)).completeSince, now - 3000);
    });

    it('is complete since the flush after a flush, and returns that time with the first mark', async () => {
      const { caches, redis, keys } = await opened;
      const before = await caches[0].addOnce('used', 60_000);
      now += 10_000;
      await redis.del(await keys());
      const after = await caches[1].addOnce('used', 60_000);
      assert.deepEqual([before.first, after.first], [true, true], 'the mark is gone, so nothing else can refuse it');
      assert.equal(after.completeSince, now + 2000);
      assert.equal((await caches[0].addOnce('other', 60_000)).completeSince, now + 2000);
    });

    it('returns one time to all callers, also where they detect the flush concurrently', async () => {
      const { caches, redis, keys } = await opened;
      await redis.del(await keys());
      const marks = await Promise.all(
        Array.from({ length: 40 }, (_, i) => {
          now += 1;
          return caches[i % 2 === 0 ? 0 : 1].addOnce('contended', 60_000);
        }),
      );
      assert.equal(new Set(marks.map(({ completeSince }) => completeSince)).size, 1);
      assert.equal(marks.filter(({ first }) => first).length, 1);
    });

    it('responds only when marks are complete, so that a nonce which is given then is accepted', async () => {
      const { caches, redis, keys } = await opened;
      now += 10_000;
      waits.length = 0;
      await caches[0].addOnce('complete', 1000);
      assert.deepEqual(waits, []);
      await redis.del(await keys());
      await caches[0].addOnce('flushed', 1000);
      now += 1500;
      await caches[1].addOnce('soon after', 1000);
      assert.deepEqual(waits, [2010, 510], 'a timer may fire a little early');
      now -= 3_600_000;
      await caches[0].addOnce('before the clock was set back', 1000);
      assert.equal(waits.at(-1), 4010, 'nobody waits an hour');
    });

    it('does not trust the marks of another run of the server', async () => {
      const { caches, redis, prefix } = await opened;
      const [since, run] = ((await redis.get(completeSinceKey(prefix))) ?? '').split(' ');
      assert.match(run ?? '', /^[0-9a-f]{40}$/);
      await redis.set(completeSinceKey(prefix), `${since} ${'0'.repeat(40)}`);
      now += 10_000;
      assert.equal((await caches[0].addOnce('restored', 1000)).completeSince, now + 2000);
    });

    it('keeps the time without a lifetime, and everything else with one', async () => {
      const { caches, redis, prefix, keys } = await opened;
      await caches[0].addOnce('x', 60_000);
      await caches[0].increment('x', 60_000);
      assert.equal(await redis.pttl(completeSinceKey(prefix)), -1);
      for (const key of await keys()) if (key !== completeSinceKey(prefix)) assert.ok((await redis.pttl(key)) > 0, key);
    });

    it('bounds its keys and stores nothing of their content in Redis', async () => {
      const { caches, prefix, keys } = await opened;
      await caches[0].addOnce('secret-'.repeat(10_000), 60_000);
      await caches[0].increment('secret-'.repeat(10_000), 60_000);
      for (const key of await keys()) {
        assert.ok(key.length <= prefix.length + 'complete-since'.length + 43, key);
        assert.ok(!key.includes('secret'));
      }
    });

    it('loads its scripts again where the server has lost them', async () => {
      const { caches, redis } = await opened;
      await redis.script('FLUSH');
      assert.equal((await caches[0].addOnce('after', 1000)).first, true);
      await redis.script('FLUSH');
      assert.equal(await caches[0].increment('after', 1000), 1);
    });

    it('is unavailable once it is closed', async () => {
      const { caches, close } = await openCaches(url);
      await close();
      const [cache] = caches;
      for (const call of [cache.addOnce('a', 1), cache.increment('a', 1), cache.ping()]) {
        await assert.rejects(call, { code: 'temporarily_unavailable' });
      }
      await cache.close();
    });
  });
}
