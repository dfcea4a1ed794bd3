/** Reads every index that was ever allocated: none may occur twice. */

import { pages } from '@countersign/shared/store/pages';
import type { Store } from '@countersign/shared/store/port';
import { percentile, print } from '../load/closed-loop.ts';
import { statusEntries, statusLists } from './every-tenant.ts';
import { type Fill, TENANT } from './scale-fill.ts';
import type { LocalInstance } from './scale-status-instance.ts';

/** Maximum number of concurrent credential requests, from the benchmark. */
const REQUESTS = 20_000;
const AT_A_TIME = 64;

/**
 * Allocates on all instances at the same time, then counts.
 * @throws if an index occurs twice
 */
export async function compareAllocated(
  store: Store,
  instances: readonly LocalInstance[],
  { listSize }: Fill,
): Promise<void> {
  const given = new Map<string, Uint8Array>();
  let repeats = 0;
  let count = 0;
  const mark = (list: string, idx: number): void => {
    const bits = given.get(list) ?? new Uint8Array(listSize / 8);
    given.set(list, bits);
    const [at, bit] = [idx >> 3, 1 << (idx & 7)];
    if (((bits[at] ?? 0) & bit) !== 0) repeats += 1;
    bits[at] = (bits[at] ?? 0) | bit;
    count += 1;
  };
  const before = (await store.find(statusLists, { index: 'list', equal: [TENANT], limit: 1000 })).documents.length;
  const times: number[] = [];
  let next = 0;
  const begun = performance.now();
  const worker = async (): Promise<void> => {
    while (next < REQUESTS) {
      const number = next;
      next += 1;
      const started = performance.now();
      await (instances[number % instances.length] as LocalInstance).allocate(`bench ${number}`, 1);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  const seconds = (performance.now() - begun) / 1000;
  await eachEntry(store, (list, indexes) => {
    for (const idx of indexes) mark(String(list), idx);
  });
  print(
    `\n${REQUESTS} allocations, ${AT_A_TIME} at a time, ${instances.length} instances, in addition to ${before} lists: ` +
      `${(REQUESTS / seconds).toFixed(0)}/s, p99 ${percentile(times, 0.99).toFixed(1)} ms; ` +
      `${count.toLocaleString('en')} indexes given in all, ${repeats} twice`,
  );
  if (repeats > 0) throw new Error('An index was given twice');
}

async function eachEntry(store: Store, look: (list: number, indexes: readonly number[]) => void): Promise<void> {
  for await (const entries of pages(store, statusEntries, { index: 'session', limit: 1000 })) {
    for (const { list, indexes } of entries) look(list, indexes);
  }
}
