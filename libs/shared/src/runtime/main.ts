/** The life of a process: start, signals, drain, end. */
import { boundHeapGrowth } from './heap-growth.ts';
import { startErrorText } from './start-error.ts';

/** Milliseconds after which a hanging stop is cut, counted after those in which requests are still accepted. */
export const LONGEST_STOP = 15_000;

interface Running {
  close(): Promise<void>;
  /** Milliseconds after a signal in which requests are still accepted. */
  readonly stopDelay?: number;
}

/**
 * Starts the process's work; SIGTERM and SIGINT close it. A signal during the start closes it as soon as it runs. A stop
 * that hangs is cut after `longestStop` plus `stopDelay` milliseconds; a start that hangs after a signal is cut after
 * `longestStop`. A start that fails ends the process with the reason.
 * @param started called once it runs
 * @param longestStop milliseconds
 */
export async function runMain<T extends Running>(
  start: () => Promise<T>,
  started: (running: T) => void = () => undefined,
  longestStop = LONGEST_STOP,
): Promise<void> {
  boundHeapGrowth(process.execArgv);
  let running: T | undefined;
  let signalled = false;
  // Before the start: the server listens, and a signal may arrive, before the start has finished.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      signalled = true;
      if (running === undefined) cutAfter(longestStop);
      else end(running, longestStop);
    });
  }
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${startErrorText(error, process.env)}\n`);
    process.exit(1);
  }
  started(running);
  if (signalled) end(running, longestStop);
}

function end(running: Running, longestStop: number): void {
  cutAfter(longestStop + (running.stopDelay ?? 0));
  running.close().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`The stop failed: ${String(error)}\n`);
      process.exit(1);
    },
  );
}

function cutAfter(milliseconds: number): void {
  setTimeout(() => process.exit(1), milliseconds).unref();
}
