/** `npm start`: everything in one process, with nothing to set. */
import { runMain } from '@countersign/shared/runtime/main';
import { checkConfig, countOf } from './check-config.ts';
import { startStandalone } from './standalone.ts';
import { startBanner } from './start-banner.ts';

await runMain(
  async () => {
    const server = await startStandalone({ env: process.env });
    const { settings, clock } = server.platform;
    const { findings } = await checkConfig({ settings, environment: process.env, clock });
    return { ...server, findings: countOf(findings) };
  },
  (server) => process.stderr.write(startBanner(server)),
);
