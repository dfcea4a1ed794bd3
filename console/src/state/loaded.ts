/**
 * Data that a page reads from the server: keeps the last value if a later read fails, shows since when it is stale, and
 * reads again.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { asProblem, type Problem } from '../api/problem.ts';

export type Loaded<T> =
  | { readonly state: 'loading'; readonly value?: undefined; readonly problem?: undefined }
  | { readonly state: 'ready'; readonly value: T; readonly problem?: undefined }
  | { readonly state: 'failed'; readonly value?: undefined; readonly problem: Problem }
  /** The value of an earlier read, `at` milliseconds since the epoch. */
  | { readonly state: 'stale'; readonly value: T; readonly problem: Problem; readonly at: number };

export interface Resource<T> extends Pick<ReadonlySignal<Loaded<T>>, 'value' | 'peek' | 'subscribe'> {
  /** Reads again, and abandons a read in progress. Never rejects. */
  reload(): Promise<void>;
  /** Shows this value, for example from a change's response. */
  set(value: T): void;
  /** Abandons reads in progress, and stops polling. */
  close(): void;
}

export interface LoadedOptions {
  /** Milliseconds between two reads. Default: no polling. A page in the background is not polled. */
  readonly every?: number;
  /** Milliseconds until a failed read is retried. A refused one is not. Default: a few seconds in a browser */
  readonly retry?: number;
  readonly now?: () => number;
}

const RETRY = 5000;

/** Starts to read immediately. */
export function loaded<T>(read: (signal: AbortSignal) => Promise<T>, options: LoadedOptions = {}): Resource<T> {
  const { every, retry = isBrowser() ? RETRY : undefined, now = Date.now } = options;
  const current = signal<Loaded<T>>({ state: 'loading' });
  let reading: AbortController | undefined;
  let at = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const retryLater = (): void => {
    clearTimeout(again);
    if (retry !== undefined) again = setTimeout(() => (isHidden() ? retryLater() : void reload()), retry);
  };
  const reload = async (): Promise<void> => {
    reading?.abort();
    clearTimeout(again);
    const mine = new AbortController();
    reading = mine;
    try {
      const value = await read(mine.signal);
      if (reading !== mine) return;
      at = now();
      current.value = { state: 'ready', value };
    } catch (error) {
      if (reading !== mine || mine.signal.aborted) return;
      const problem = asProblem(error);
      current.value = afterFailure(current.peek(), problem, at);
      if (!isRefusal(problem)) retryLater();
    }
  };
  const timer = every === undefined ? undefined : setInterval(() => isHidden() || void reload(), every);
  void reload();
  return {
    get value() {
      return current.value;
    },
    peek: () => current.peek(),
    subscribe: (listener) => current.subscribe(listener),
    reload,
    set: (value) => {
      reading = undefined;
      clearTimeout(again);
      at = now();
      current.value = { state: 'ready', value };
    },
    close: () => {
      reading?.abort();
      reading = undefined;
      clearInterval(timer);
      clearTimeout(again);
    },
  };
}

function afterFailure<T>(before: Loaded<T>, problem: Problem, at: number): Loaded<T> {
  if (isRefusal(problem) || before.state === 'loading' || before.state === 'failed')
    return { state: 'failed', problem };
  return { state: 'stale', value: before.value, problem, at: before.state === 'stale' ? before.at : at };
}

/** A refusal doesn't make a value stale: the caller may not see it, or it was deleted. */
function isRefusal({ status }: Problem): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

function isBrowser(): boolean {
  return typeof document !== 'undefined';
}

function isHidden(): boolean {
  return isBrowser() && document.hidden;
}
