/** Shares and briefly caches reads, so that a value every request needs is read at most once in that time. */
import type { Clock } from './clock.ts';

/** @typeParam C what a read needs besides the id, such as the request that causes it */
export interface SharedReads<T, C = void> {
  /** The value, at most `cacheFor` milliseconds old. */
  of(id: string, cause: C): Promise<T>;
  /** The next call reads again. */
  forget(id: string): void;
}

export interface SharedReadsOptions<T, C = void> {
  readonly read: (id: string, cause: C) => Promise<T>;
  readonly clock: Clock;
  /** Milliseconds. */
  readonly cacheFor: number;
  /** Maximum number of cached ids. Evicts the least recently read one. */
  readonly most: number;
}

interface Cached<T> {
  readonly at: number;
  readonly value: Promise<T>;
  /** The last value of a read that succeeded. */
  readonly last: T | undefined;
}

/**
 * Creates shared reads. A value's age starts when its read started. If a read fails, the last value is used and read
 * again after the same time; without a last value the call fails.
 */
export function createSharedReads<T, C = void>({
  read,
  clock,
  cacheFor,
  most,
}: SharedReadsOptions<T, C>): SharedReads<T, C> {
  const cached = new Map<string, Cached<T>>();
  const keep = (id: string, entry: Cached<T>): void => {
    cached.delete(id);
    if (cached.size >= most) cached.delete(cached.keys().next().value ?? '');
    cached.set(id, entry);
  };
  const readNow = (id: string, cause: C, last: T | undefined): Promise<T> => {
    const at = clock();
    const value: Promise<T> = read(id, cause).then(
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
    of: (id, cause) => {
      const known = cached.get(id);
      if (known !== undefined && Math.abs(clock() - known.at) < cacheFor) return known.value;
      return readNow(id, cause, known?.last);
    },
    forget: (id) => void cached.delete(id),
  };
}
