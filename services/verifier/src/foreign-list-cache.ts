/** Status lists in memory, as many as a number of bytes allows; the one that was used longest ago goes first. */
import { LRUCache } from 'lru-cache';
import type { StatusList } from './protocol/status-token.ts';

export type HeldLists = Pick<LRUCache<string, StatusList>, 'get' | 'set'>;

/** What an entry costs beside its list, roughly, bytes. */
const ENTRY = 512;

export function createHeldLists(maxBytes: number): HeldLists {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ list }, key) => list.length + key.length + ENTRY });
}
