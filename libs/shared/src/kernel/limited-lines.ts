/** A log that writes at most so many lines a second about requests that succeeded. What was refused or failed is always written. */
import type { Clock } from './clock.ts';
import type { Log, LogFields } from './log.ts';

export interface LimitedLinesOptions {
  readonly clock: Clock;
  /** Lines a second; 0 for all. */
  readonly most: number;
}

/** Messages of which one is written for each request. */
const ofRequests: ReadonlySet<string> = new Set(['request', 'operation']);
const SECOND = 1000;

/** Lines beyond the limit are counted, and their number is a line of its own at the end of the second. */
export function limitedLines(log: Log, { clock, most }: LimitedLinesOptions): Log {
  if (most === 0) return log;
  let begun = Number.NEGATIVE_INFINITY;
  let written = 0;
  let skipped = 0;
  const writeSkipped = (): void => {
    if (skipped > 0) log.info('requests not logged', { count: skipped });
    skipped = 0;
  };
  const isLimited = (): boolean => {
    const now = clock();
    if (Math.abs(now - begun) >= SECOND) {
      writeSkipped();
      begun = now;
      written = 0;
    }
    written += 1;
    if (written <= most) return false;
    // Without a further request nothing else would write the number.
    if (skipped === 0) setTimeout(writeSkipped, SECOND).unref();
    skipped += 1;
    return true;
  };
  return {
    ...log,
    info: (message, fields = {}) => {
      if (ofRequests.has(message) && hasSucceeded(fields) && isLimited()) return;
      log.info(message, fields);
    },
  };
}

function hasSucceeded({ code, reason, status = 200 }: LogFields): boolean {
  return code === undefined && reason === undefined && status < 400;
}
