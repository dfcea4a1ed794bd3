// PROVISIONAL, replaced at the merge
import { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cache } from './port.ts';

export function createRedisCache({
  url,
  prefix,
  clock,
}: {
  url: string;
  prefix: string;
  clock: Clock;
  log: Log;
}): Cache {
  const redis = new Redis(url);
  redis.on('error', () => undefined);
  return {
    addOnce: async (key, ttl) => {
      await redis.set(`${prefix}since`, clock(), 'NX');
      const first = await redis.set(prefix + key, 1, 'PX', ttl, 'NX');
      return { first: first === 'OK', completeSince: Number(await redis.get(`${prefix}since`)) };
    },
    increment: async (key, ttl) => {
      const n = await redis.incr(prefix + key);
      if (n === 1) await redis.pexpire(prefix + key, ttl);
      return n;
    },
    ping: async () => void (await redis.ping()),
    close: async () => redis.disconnect(),
  };
}
