/** WORKERS: how many processes serve requests if all services run on one data folder. */

export const MAX_WORKERS = 64;
const AUTO = 'auto';

/** Whether the string is `auto`, or a number of workers. */
export function isWorkerCount(text: string): boolean {
  return text === AUTO || (/^[1-9]\d?$/.test(text) && Number(text) <= MAX_WORKERS);
}

/**
 * @param text a value that `isWorkerCount` accepts
 * @param cores what `auto` means, at least 1
 */
export function workerCount(text: string, cores: number): number {
  return text === AUTO ? Math.min(cores, MAX_WORKERS) : Number(text);
}
