/**
 * Time that the schemas of one request may take on the event loop, all together. Patterns are linear, so this is the
 * second line: references that double, items that are compared with each other, many alternatives for many items.
 */
import { createContext, Script } from 'node:vm';

/** What one request has left; `run` takes from it. */
export interface TimeBudget {
  /** Runs a function, and stops it when the time is used up. @throws SchemaTimeout */
  run<T>(work: () => T): T;
}

/** The check was stopped: out of time, or out of stack. */
export class SchemaTimeout extends Error {
  override readonly name = 'SchemaTimeout';
}

const sandbox = createContext(Object.assign(Object.create(null), { run: undefined }));
const script = new Script('run()');

/**
 * Makes a budget.
 * @param milliseconds of the clock on the wall, for all runs together
 */
export function createTimeBudget(milliseconds: number): TimeBudget {
  let left = milliseconds;
  return {
    run(work) {
      // V8 takes whole milliseconds, at least one.
      if (left < 1) throw new SchemaTimeout('the time of the request is used up');
      const begun = performance.now();
      try {
        return withinTime(Math.ceil(left), work);
      } finally {
        left -= performance.now() - begun;
      }
    },
  };
}

/** V8 stops what runs, inside a regular expression too. */
function withinTime<T>(milliseconds: number, work: () => T): T {
  const results: T[] = [];
  sandbox.run = () => {
    results.push(work());
  };
  try {
    script.runInContext(sandbox, { timeout: milliseconds });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A reference to itself without end runs out of stack before it runs out of time.
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || isRangeError(error)) throw new SchemaTimeout('it takes too long');
    throw error;
  } finally {
    sandbox.run = undefined;
  }
  const [result] = results;
  if (result === undefined) throw new Error('The script ended without a result');
  return result;
}

/** Also one that was made in the other context, whose classes are its own. */
export function isRangeError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError';
}
