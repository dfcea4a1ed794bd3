/**
 * Whether workers still respond. A process that was stopped (SIGSTOP), or whose event loop is blocked, keeps its
 * channel open: only its silence shows. It counts this process's ticks, not the time: after a pause of the whole
 * machine nobody has been silent.
 */

/** Milliseconds between two signs of life of a worker, and between two ticks. */
export const SIGN_OF_LIFE = 1000;
/**
 * Ticks without a sign after which a worker receives no connections, and after which it is replaced. All writes wait for
 * a worker that was stopped in a transaction, so this must be shorter than their clients' patience.
 */
const SILENT_AFTER = 5;
const LOST_AFTER = 10;

export interface SignsOfLifeEvents<T> {
  /** It has been silent for `SILENT_AFTER` ticks. */
  silent(one: T): void;
  /** It was silent, and responds again. */
  back(one: T): void;
  /** It has been silent for `LOST_AFTER` ticks. */
  lost(one: T): void;
}

export interface SignsOfLife<T> {
  /** Watches from now on. */
  watch(one: T): void;
  /** A sign of it; of one that is not watched it has no effect. */
  heard(one: T): void;
  forget(one: T): void;
  stop(): void;
}

export function watchSignsOfLife<T>(events: SignsOfLifeEvents<T>): SignsOfLife<T> {
  const silence = new Map<T, number>();
  const tick = (): void => {
    for (const [one, before] of silence) {
      const ticks = before + 1;
      silence.set(one, ticks);
      if (ticks === SILENT_AFTER) events.silent(one);
      if (ticks === LOST_AFTER) events.lost(one);
    }
  };
  const timer = setInterval(tick, SIGN_OF_LIFE).unref();
  return {
    watch: (one) => void silence.set(one, 0),
    heard: (one) => {
      const ticks = silence.get(one);
      if (ticks === undefined || ticks === 0) return;
      silence.set(one, 0);
      if (ticks >= SILENT_AFTER) events.back(one);
    },
    forget: (one) => void silence.delete(one),
    stop: () => clearInterval(timer),
  };
}
