/** A cache whose operations are timed. */
import type { Cache } from '../cache/port.ts';
import { type Metrics, noMetrics, secondsSince } from '../metrics/metrics.ts';

/** Decorates a cache with metrics. */
export function meteredCache(cache: Cache, metrics: Metrics): Cache {
  if (metrics === noMetrics) return cache;
  /** @param begun time before the operation was called */
  const timed = async <R>(begun: number, operation: string, done: Promise<R>): Promise<R> => {
    try {
      return await done;
    } catch (error) {
      metrics.count('countersign_cache_errors_total', { operation });
      throw error;
    } finally {
      metrics.observe('countersign_cache_duration_seconds', { operation }, secondsSince(begun));
    }
  };
  return {
    addOnce: (key, ttl) => timed(performance.now(), 'addOnce', cache.addOnce(key, ttl)),
    increment: (key, ttl) => timed(performance.now(), 'increment', cache.increment(key, ttl)),
    decrement: (key) => timed(performance.now(), 'decrement', cache.decrement(key)),
    ping: () => cache.ping(),
    close: () => cache.close(),
  };
}
