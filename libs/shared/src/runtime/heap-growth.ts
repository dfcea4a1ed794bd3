/** How far the heap of the process may grow between two full collections. */
import { setFlagsFromString } from 'node:v8';

const FLAG = '--heap-growing-percent';

/** Percent of what is in use. On a machine with much memory V8 takes up to 300. */
const GROWTH = 100;

/**
 * Bounds the growth, where the command line of Node does not have the flag. V8 reads it at the end of each full collection, so it
 * works after the start too.
 * @param options those of Node itself, as `process.execArgv` has them
 */
export function boundHeapGrowth(options: readonly string[], set: (flag: string) => void = setFlagsFromString): void {
  const isGiven = options.some((option) => option.replaceAll('_', '-').startsWith(FLAG));
  if (!isGiven) set(`${FLAG}=${GROWTH}`);
}
