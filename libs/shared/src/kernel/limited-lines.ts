/**
 * A log that writes at most so many lines per second about successful requests. Refusals and failures are always
 * written.
 */
import type { Clock } from './clock.ts';
import type { Log, LogFields } from './log.ts';

export interface LimitedLinesOptions {
  readonly clock: Clock;
  /** Lines per second; 0: no limit. */
  readonly most: number;
}

/** Messages that are written once per request. */
const ofRequests: ReadonlySet<string> = new Set(['request', 'operation']);
const SECOND = 1000;

/** Lines beyond the limit are counted, and a separate line at the end of the second has their number. */
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
    // If no more lines follow, nothing else would write the number.
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
