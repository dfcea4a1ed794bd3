/** Verified status lists in memory, up to a number of bytes; the least recently used one is evicted first. */
import { LRUCache } from 'lru-cache';
import type { StatusList } from './status-token.ts';

export type ForeignListCache = Pick<LRUCache<string, StatusList>, 'get' | 'set'>;

/** Estimated overhead of an entry without list and key, bytes. */
const ENTRY_OVERHEAD = 512;

export function createForeignListCache(maxBytes: number): ForeignListCache {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ list }, key) => list.length + key.length + ENTRY_OVERHEAD,
  });
}
