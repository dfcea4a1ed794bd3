/** How long tests wait: limits are for an idle machine, and grow with the time that work currently takes. */
import { pbkdf2 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Longer than a scheduler lets one thread run at a stretch, so that the work must share a busy processor. */
const ROUNDS = 200_000;
/** Milliseconds for the work on an idle machine. */
const IDLE = 50;
const MINUTE = 60_000;
/** Milliseconds between two checks: short at first, for conditions that are nearly true. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 50;

const work = promisify(pbkdf2);

/**
 * Measures how many times as long as on an idle machine the work takes now; at least 1. The event loop continues
 * meanwhile.
 */
export async function slowness(): Promise<number> {
  const began = performance.now();
  await work('password', 'salt', ROUNDS, 32, 'sha256');
  return Math.max(1, (performance.now() - began) / IDLE);
}

/** Whole milliseconds in which this machine does now what an idle one does in that time. @param most a limit of them */
export async function patience(milliseconds: number, most = Number.MAX_SAFE_INTEGER): Promise<number> {
  return Math.min(most, Math.ceil(milliseconds * (await slowness())));
}

/** Begins a limit of that many milliseconds of an idle machine. @returns whether this machine has had that time */
export function timeLimit(milliseconds: number): () => Promise<boolean> {
  const began = performance.now();
  let given = milliseconds;
  return async () => {
    if (performance.now() - began <= given) return false;
    given = await patience(milliseconds);
    return performance.now() - began > given;
  };
}

/**
 * Waits until a condition is true. A rejection means that it isn't yet.
 * @param limit milliseconds that an idle machine may need
 * @throws Error once this machine has had that time
 */
export async function until(what: string, holds: () => boolean | Promise<boolean>, limit = MINUTE): Promise<void> {
  const isOver = timeLimit(limit);
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    let cause: unknown;
    try {
      if (await holds()) return;
    } catch (error) {
      cause = error;
    }
    if (await isOver()) throw new Error(`Not in time: ${what}`, { cause });
    await sleep(pause);
  }
}
