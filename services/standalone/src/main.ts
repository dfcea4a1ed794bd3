/** `npm start`: everything in one process, with nothing to set. */
import { runMain } from '@countersign/shared/runtime/main';
import { startStandalone } from './standalone.ts';
import { startBanner } from './start-banner.ts';

await runMain(
  () => startStandalone({ env: process.env }),
  (server) => process.stderr.write(startBanner(server)),
);
