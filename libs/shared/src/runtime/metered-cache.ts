/** A cache whose operations are timed. */
import type { Cache } from '../cache/port.ts';
import { type Metrics, stopwatch } from '../metrics/metrics.ts';

/** Decorates a cache with metrics. */
export function meteredCache(cache: Cache, metrics: Metrics): Cache {
  const timed = async <R>(operation: string, run: () => Promise<R>): Promise<R> => {
    const seconds = stopwatch();
    try {
      return await run();
    } catch (error) {
      metrics.count('countersign_cache_errors_total', { operation });
      throw error;
    } finally {
      metrics.observe('countersign_cache_duration_seconds', { operation }, seconds());
    }
  };
  return {
    addOnce: (key, ttl) => timed('addOnce', () => cache.addOnce(key, ttl)),
    increment: (key, ttl) => timed('increment', () => cache.increment(key, ttl)),
    decrement: (key) => timed('decrement', () => cache.decrement(key)),
    ping: () => cache.ping(),
    close: () => cache.close(),
  };
}
