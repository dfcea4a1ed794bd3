/**
 * Total time that a request's schemas may take on the event loop. Patterns are linear, so this is the second line of
 * defence: against doubling references, items compared with each other, many alternatives for many items.
 */
import { createContext, Script } from 'node:vm';

/** The remaining time of one request; `run` uses it up. */
export interface TimeBudget {
  /** Runs a function, and interrupts it when the time is used up. @throws SchemaTimeout */
  run<T>(work: () => T): T;
}

/** The check was interrupted: out of time, or out of stack. */
export class SchemaTimeout extends Error {
  override readonly name = 'SchemaTimeout';
}

const sandbox = createContext(Object.assign(Object.create(null), { run: undefined }));
const script = new Script('run()');

/**
 * Creates a budget.
 * @param milliseconds of wall-clock time, for all runs together
 */
export function createTimeBudget(milliseconds: number): TimeBudget {
  let left = milliseconds;
  return {
    run(work) {
      // V8 accepts whole milliseconds, at least one.
      if (left < 1) throw new SchemaTimeout("the request's time is used up");
      const begun = performance.now();
      try {
        return withinTime(Math.ceil(left), work);
      } finally {
        left -= performance.now() - begun;
      }
    },
  };
}

/** V8 interrupts the running code, also within a regular expression. */
function withinTime<T>(milliseconds: number, work: () => T): T {
  const results: T[] = [];
  sandbox.run = () => {
    results.push(work());
  };
  try {
    script.runInContext(sandbox, { timeout: milliseconds });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // An endless self-reference runs out of stack before it runs out of time.
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || isRangeError(error)) throw new SchemaTimeout('it takes too long');
    throw error;
  } finally {
    sandbox.run = undefined;
  }
  const [result] = results;
  if (result === undefined) throw new Error('The script ended without a result');
  return result;
}

/** Also true for an error of the other context, which has its own classes. */
export function isRangeError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError';
}
