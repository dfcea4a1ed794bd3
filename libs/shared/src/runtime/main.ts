/** The life of a process: start, signals, drain, end. */
import { SettingsError } from '../read-settings.ts';

/** Milliseconds after which a stop that hangs is cut, beside those in which requests are still taken. */
export const LONGEST_STOP = 15_000;

/**
 * Starts what the process is for; SIGTERM and SIGINT close it. A stop that hangs is cut, `stopDelay` milliseconds later
 * where there is one. A start that fails ends the process with the reason.
 * @param started told once it runs
 * @param longestStop milliseconds
 */
export async function runMain<T extends { close(): Promise<void>; readonly stopDelay?: number }>(
  start: () => Promise<T>,
  started: (running: T) => void = () => undefined,
  longestStop = LONGEST_STOP,
): Promise<void> {
  let running: T;
  try {
    running = await start();
  } catch (error) {
    const text = error instanceof SettingsError ? error.message : `The start failed: ${String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
  started(running);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), longestStop + (running.stopDelay ?? 0)).unref();
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The stop failed: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
