/**
 * Stopped time, so that work is the same in each run. `Date` and `performance.now` show one moment. A timer that keeps
 * the process alive and is due within a second is deferred work of the flow, done in batches: it runs on request. All
 * others never run: jobs at intervals, and limits that no flow reaches.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Action = (...args: unknown[]) => void;

/** Milliseconds. */
const SOON = 1000;

/** A timer that never becomes due automatically. */
class StillTimer {
  readonly milliseconds: number;
  readonly run: () => void;

  constructor(milliseconds: number, run: () => void) {
    this.milliseconds = milliseconds;
    this.run = run;
    waiting.add(this);
  }

  unref(): this {
    waiting.delete(this);
    return this;
  }

  ref(): this {
    return this;
  }

  hasRef(): boolean {
    return waiting.has(this);
  }

  refresh(): this {
    return this;
  }

  close(): void {
    waiting.delete(this);
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

const waiting = new Set<StillTimer>();

/** Stops time at this moment (milliseconds since the epoch), in the whole process. */
export function stopTime(now: number): void {
  const Moving = Date;
  const Still = function Still(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new Moving(now).toString();
    return Reflect.construct(Moving, args.length === 0 ? [now] : args, new.target);
  };
  Object.setPrototypeOf(Still, Moving);
  Still.prototype = Moving.prototype;
  Still.now = () => now;
  globalThis.Date = Still as unknown as DateConstructor;
  const since = performance.now();
  performance.now = () => since;
  const later = (action: Action, milliseconds = 0, ...args: unknown[]): StillTimer =>
    new StillTimer(milliseconds, () => action(...args));
  const never = (): StillTimer => new StillTimer(Number.POSITIVE_INFINITY, () => undefined).unref();
  const clear = (timer: unknown): void => void (timer instanceof StillTimer && timer.close());
  const replaced = { setTimeout: later, setInterval: never, clearTimeout: clear, clearInterval: clear };
  const require = createRequire(import.meta.url);
  const sleep = (milliseconds = 0, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => later(() => resolve(value), milliseconds));
  Object.assign(globalThis, replaced);
  Object.assign(require('node:timers'), replaced);
  Object.assign(require('node:timers/promises'), { setTimeout: sleep });
  syncBuiltinESMExports();
}

/** Runs the earliest timer that is due within a second. @returns whether there was one */
export function runNextTimer(): boolean {
  const due = [...waiting].filter(({ milliseconds }) => milliseconds <= SOON);
  const next = due.sort((a, b) => a.milliseconds - b.milliseconds)[0];
  if (next === undefined) return false;
  next.close();
  next.run();
  return true;
}
