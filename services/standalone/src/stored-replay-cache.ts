/** The replay cache in the embedded store, for one process: a mark is on disk before the action that it guards has an effect. */
import { wholeLifetime } from '@countersign/shared/cache/lifetime';
import type { ReplayCache } from '@countersign/shared/cache/port';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Clock } from '@countersign/shared/kernel/clock';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import type { Collection, Store, StoredDocument } from '@countersign/shared/store/port';

export interface UsedMarkDocument extends StoredDocument {
  /** The key's SHA-256. */
  readonly id: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export const usedMarks: Collection<UsedMarkDocument> = {
  name: 'usedMarks',
  indexes: { expiresAt: { fields: ['expiresAt'] } },
};

/** Id of the only document in `markPeriods`. */
const FIRST = 'first';

export interface MarkPeriodDocument extends StoredDocument {
  /** Milliseconds: the time since which this store has had every mark. */
  readonly since: number;
}

const markPeriods: Collection<MarkPeriodDocument> = { name: 'markPeriods', indexes: {} };

/** Milliseconds between two removals of ended marks, and the most marks of one removal, which repeats while there are more. */
const SWEEP_EVERY = 60_000;
const SWEEP_LIMIT = 200;

export interface StoredReplayCacheOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** True if the store was just created: then nothing was used before. */
  readonly firstStart: boolean;
}

/**
 * Opens it. Its marks are complete since the first start. If an earlier version of the store kept none, they are
 * complete from now. A backup lacks the marks that were created after it, so after a restore they are complete from the
 * restore.
 */
export async function openStoredReplayCache({
  store,
  clock,
  firstStart,
}: StoredReplayCacheOptions): Promise<ReplayCache> {
  await store.insert(markPeriods, { id: FIRST, since: firstStart ? 0 : clock() });
  const period = await store.get(markPeriods, FIRST);
  const restore = await store.get(restores, LAST_RESTORE);
  const completeSince = Math.max(period?.since ?? clock(), restore?.at ?? 0);
  let sweptAt = Number.NEGATIVE_INFINITY;

  const sweep = async (now: number): Promise<void> => {
    if (now - sweptAt < SWEEP_EVERY) return;
    sweptAt = now;
    const { documents } = await store.find(usedMarks, { index: 'expiresAt', below: now, limit: SWEEP_LIMIT });
    await Promise.all(documents.map((mark) => store.delete(usedMarks, mark)));
    if (documents.length === SWEEP_LIMIT) sweptAt = Number.NEGATIVE_INFINITY;
  };

  return {
    async addOnce(key, ttl) {
      const now = clock();
      const expiresAt = now + wholeLifetime(ttl);
      await sweep(now);
      const id = hashOf(key);
      const inserted = await store.insert(usedMarks, { id, expiresAt });
      return { first: inserted !== undefined || (await replaceEnded(store, id, now, expiresAt)), completeSince };
    },
  };
}

/** Replaces a mark that has ended and is still stored; of several callers one succeeds. */
async function replaceEnded(store: Store, id: string, now: number, expiresAt: number): Promise<boolean> {
  const mark = await store.get(usedMarks, id);
  // Removed in between: another caller may have set it first, so this one has not.
  if (mark === undefined || mark.expiresAt > now) return false;
  return (await store.replace(usedMarks, { ...mark, expiresAt })) !== undefined;
}
