/** The life of a process: start, signals, drain, end. */
import { SettingsError } from '../settings/read-settings.ts';

/** Milliseconds after which a stop that hangs is cut, beside those in which requests are still taken. */
export const LONGEST_STOP = 15_000;

interface Running {
  close(): Promise<void>;
  /** Milliseconds after a signal in which requests are still taken. */
  readonly stopDelay?: number;
}

/**
 * Starts what the process is for; SIGTERM and SIGINT close it. One that comes during the start closes it as soon as it
 * runs. A stop that hangs is cut, `stopDelay` milliseconds later where there is one, and so is a start that a signal waits
 * for. A start that fails ends the process with the reason.
 * @param started called once it runs
 * @param longestStop milliseconds
 */
export async function runMain<T extends Running>(
  start: () => Promise<T>,
  started: (running: T) => void = () => undefined,
  longestStop = LONGEST_STOP,
): Promise<void> {
  let running: T | undefined;
  let signalled = false;
  // Before the start: the server listens, and may be told to stop, before all of the start is done.
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
    const text = error instanceof SettingsError ? error.message : `The start failed: ${String(error)}`;
    process.stderr.write(`${text}\n`);
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
