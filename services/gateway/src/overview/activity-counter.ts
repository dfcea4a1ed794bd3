/**
 * Counts this process's responses by tenant and hour, and writes the counts every few seconds. A request only adds to a
 * number in memory. Each process has its own documents, so no two write the same one.
 */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import type { Random } from '@countersign/shared/kernel/random';
import { type ActivityCounts, type ActivityDocument, activity } from '@countersign/shared/model/tenant/activity';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { type Counted, noCounts, summed, withCounted } from './counts.ts';

export interface ActivityCounter {
  count(tenant: string, at: number, counted: Counted): void;
  /** Writes what is counted; resolves when it is written. Never rejects. */
  flush(): Promise<void>;
}

export interface CounterParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Calls after the milliseconds. */
  readonly later?: (milliseconds: number, run: () => void) => void;
}

export const HOUR = 3_600_000;
/** Milliseconds. */
const DELAY = 3000;
/** Tenants per flush. The rest wait for the next flush. */
const WIDTH = 16;
const MAX_TENANTS = 10_000;

interface Own {
  readonly tenant: string;
  readonly hour: number;
  /** Not yet written. */
  counts: ActivityCounts;
  written: ActivityDocument | undefined;
}

export function hourOf(at: number): number {
  return at - (at % HOUR);
}

export function createActivityCounter(parts: CounterParts): ActivityCounter {
  const { random, clock, later = soon } = parts;
  const process = random(9).toString('base64url');
  const owned = new Map<string, Own>();
  let waiting = false;
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      await mapConcurrent(WIDTH, [...owned.entries()], ([key, own]) => write(parts, key, own));
      for (const [key, own] of owned) if (own.counts === noCounts && own.hour < hourOf(clock())) owned.delete(key);
    });
    return writing;
  };
  return {
    count: (tenant, at, counted) => {
      const hour = hourOf(at);
      const key = `${tenant}/${hour}/${process}`;
      const own = owned.get(key) ?? { tenant, hour, counts: noCounts, written: undefined };
      if (owned.size >= MAX_TENANTS && !owned.has(key)) return;
      owned.set(key, own);
      own.counts = withCounted(own.counts, counted);
      if (waiting) return;
      waiting = true;
      later(DELAY, () => {
        waiting = false;
        void flush();
      });
    },
    flush,
  };
}

/** What is counted during a write, or could not be written, is written the next time. */
async function write({ store, log }: CounterParts, id: string, own: Own): Promise<void> {
  const { tenant, hour, written, counts } = own;
  if (counts === noCounts) return;
  own.counts = noCounts;
  const collection = ofTenant(store, tenant);
  try {
    own.written =
      written === undefined
        ? await collection.insert(activity, { id, tenant, hour, ...counts })
        : await collection.replace(activity, { ...written, ...summed([written, counts]) });
    // It was removed since, with its tenant or by age: what was counted is removed with it.
    if (own.written === undefined) log.info('activity was removed', { service: 'gateway', tenant });
  } catch (error) {
    own.counts = summed([counts, own.counts]);
    log.warn('activity not written', { service: 'gateway', tenant, ...errorFields(error) });
  }
}

function soon(milliseconds: number, run: () => void): void {
  // What is counted must not keep the process alive: the stop flushes.
  setTimeout(run, milliseconds).unref();
}
