/** Verified lists in memory, up to a number of bytes; the least recently used one is evicted first. */
import { LRUCache } from 'lru-cache';
import type { VerifiedList } from './list-forms.ts';

export type ForeignListCache = Pick<LRUCache<string, VerifiedList>, 'get' | 'set'>;

/** Estimated overhead of an entry without list and key, bytes. */
const ENTRY_OVERHEAD = 512;

export function createForeignListCache(maxBytes: number): ForeignListCache {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (list, key) => bytesOf(list) + key.length + ENTRY_OVERHEAD,
  });
}

function bytesOf(list: VerifiedList): number {
  return 'identifiers' in list ? list.bytes : list.list.length;
}
