/** `npm start`: everything in one process, with nothing to set. */
import { SettingsError } from '@countersign/shared/read-settings';
import { type Standalone, startStandalone } from './standalone.ts';
import { startBanner } from './start-banner.ts';

/** Milliseconds after which a stop that hangs is cut. */
const LONGEST_STOP = 15_000;

let server: Standalone;
try {
  server = await startStandalone({ env: process.env });
} catch (error) {
  const text = error instanceof SettingsError ? error.message : `The start failed: ${String(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
process.stderr.write(startBanner(server));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    setTimeout(() => process.exit(1), LONGEST_STOP).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The stop failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
