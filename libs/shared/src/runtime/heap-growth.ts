/** How far the heap of the process may grow between two full collections. */
import { setFlagsFromString } from 'node:v8';

const FLAG = '--heap-growing-percent';

/** Percent of the memory in use. On a machine with much memory V8 allows up to 300. */
const GROWTH = 100;

/**
 * Bounds the growth, unless Node's command line has the flag. V8 reads it at the end of each full collection, so it
 * works after the start too.
 * @param options Node's own options, from `process.execArgv`
 */
export function boundHeapGrowth(options: readonly string[], set: (flag: string) => void = setFlagsFromString): void {
  const isGiven = options.some((option) => option.replaceAll('_', '-').startsWith(FLAG));
  if (!isGiven) set(`${FLAG}=${GROWTH}`);
}
