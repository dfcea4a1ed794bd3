/**
 * Calls per minute of a tenant, across all replicas: each takes portions from a counter in the cache. Minutes follow
 * the wall clock. Without the cache a replica takes its own portions, so that each replica grants at most the quota.
 */
import type { Cache } from '@countersign/shared/cache/port';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { QuotaKind, RateKind } from '../routes/route.ts';
import { callsAfter, callsOf } from './portions.ts';

/** Milliseconds. */
const MINUTE = 60_000;
/** Milliseconds that a counter outlives its minute, for replicas whose clocks are behind. */
const SPARE = 30_000;
/** Tenants with a count in this process, before the counts of earlier minutes are removed. */
const MAX_COUNTS = 10_000;

export interface CountedCall {
  readonly granted: boolean;
  /** Calls left in this minute, as far as this replica knows. */
  readonly left: number;
  /** Seconds until the next minute starts. */
  readonly seconds: number;
}

export interface QuotaOf {
  /** Whose calls: a tenant, or an address. */
  readonly tenant: string;
  readonly kind: QuotaKind | `${RateKind}-address`;
  /** Calls in a window: a minute by default. */
  readonly most: number;
}

/** Never rejects. */
export type CountCall = (of: QuotaOf) => Promise<CountedCall>;

interface Count {
  readonly minute: number;
  readonly most: number;
  /** Calls of the current portion that are not granted yet. */
  left: number;
  /** Number of the portion that was taken last. */
  portion: number;
  taking: Promise<void> | undefined;
}

/** @param window milliseconds in which calls are counted together */
export function createCallQuota({
  cache,
  clock,
  window = MINUTE,
}: {
  readonly cache: Pick<Cache, 'increment'>;
  readonly clock: Clock;
  readonly window?: number;
}): CountCall {
  const counts = new Map<string, Count>();
  const countOf = ({ tenant, kind, most }: QuotaOf, minute: number): Count => {
    const key = `${kind}/${tenant}`;
    const known = counts.get(key);
    if (known?.minute === minute && known.most === most) return known;
    if (counts.size >= MAX_COUNTS) removeEarlier(counts, minute);
    // After a change the quota starts again in this replica. The portions taken so far are deducted from it.
    const begun: Count = { minute, most, left: 0, portion: 0, taking: undefined };
    counts.set(key, begun);
    return begun;
  };
  const take = async (count: Count, { tenant, kind, most }: QuotaOf): Promise<void> => {
    const counter = `quota/${kind}/${tenant}/${count.minute}`;
    // A flushed counter starts at 1 again. A number that this replica has had is not granted twice.
    const shared = await cache.increment(counter, window + SPARE).catch(() => 0);
    count.portion = Math.max(count.portion + 1, shared);
    count.left = callsOf(most, count.portion);
  };
  return async (of) => {
    const now = clock();
    const minute = Math.floor(now / window);
    const count = countOf(of, minute);
    // Concurrent calls wait for one portion. Calls that exceed it take another portion.
    while (count.left === 0 && callsAfter(of.most, count.portion) > 0) {
      count.taking ??= take(count, of).finally(() => {
        count.taking = undefined;
      });
      await count.taking;
    }
    const granted = count.left > 0;
    if (granted) count.left -= 1;
    const seconds = Math.max(1, Math.ceil(((minute + 1) * window - now) / 1000));
    return { granted, left: count.left + callsAfter(of.most, count.portion), seconds };
  };
}

function removeEarlier(counts: Map<string, Count>, minute: number): void {
  for (const [key, count] of counts) if (count.minute !== minute) counts.delete(key);
}
