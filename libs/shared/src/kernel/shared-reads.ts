/** Reads that are shared and cached for a moment: something that every request asks for costs at most one read in that time. */
import type { Clock } from './clock.ts';

export interface SharedReads<T> {
  /** The value as it was at most `cacheFor` milliseconds ago. */
  of(id: string): Promise<T>;
  /** The next call reads again. */
  forget(id: string): void;
}

export interface SharedReadsOptions<T> {
  readonly read: (id: string) => Promise<T>;
  readonly clock: Clock;
  /** Milliseconds. */
  readonly cacheFor: number;
  /** Most ids that are cached; the one read longest ago makes room. */
  readonly most: number;
}

interface Cached<T> {
  readonly at: number;
  readonly value: Promise<T>;
  /** The last value of a read that succeeded. */
  readonly last: T | undefined;
}

/**
 * Makes shared reads. The time of a value is that at which its read began. Where a read fails, the last value is used, and
 * read again after the same time; without one the call fails.
 */
export function createSharedReads<T>({ read, clock, cacheFor, most }: SharedReadsOptions<T>): SharedReads<T> {
  const cached = new Map<string, Cached<T>>();
  const keep = (id: string, entry: Cached<T>): void => {
    cached.delete(id);
    if (cached.size >= most) cached.delete(cached.keys().next().value ?? '');
    cached.set(id, entry);
  };
  const readNow = (id: string, last: T | undefined): Promise<T> => {
    const at = clock();
    const value: Promise<T> = read(id).then(
      (found) => {
        if (cached.get(id)?.value === value) cached.set(id, { at, value, last: found });
        return found;
      },
      (error: unknown) => {
        if (last !== undefined) return last;
        if (cached.get(id)?.value === value) cached.delete(id);
        throw error;
      },
    );
    keep(id, { at, value, last });
    return value;
  };
  return {
    of: (id) => {
      const known = cached.get(id);
      if (known !== undefined && Math.abs(clock() - known.at) < cacheFor) return known.value;
      return readNow(id, known?.last);
    },
    forget: (id) => void cached.delete(id),
  };
}
