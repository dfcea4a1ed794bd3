/**
 * `npm start`: everything in one process, without any configuration. With WORKERS, several processes handle requests
 * behind one that accepts connections.
 */
import { availableParallelism } from 'node:os';
import { LONGEST_STOP, runMain } from '@countersign/shared/runtime/main';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { workerCount } from '@countersign/shared/settings/worker-count';
import { type Started, startBanner } from './start-banner.ts';

interface Running extends Started {
  close(): Promise<void>;
}

await runMain(
  async () => {
    const workers = workerCount(readSettings(process.env).settings.WORKERS, availableParallelism());
    return workers === 1 ? oneProcess() : severalProcesses(workers);
  },
  (server) => process.stderr.write(startBanner(server)),
  LONGEST_STOP,
);

// Each loads only what it needs: the process that only accepts stays small. The check is loaded once requests are
// accepted.
async function oneProcess(): Promise<Running> {
  const { startStandalone } = await import('./standalone.ts');
  const server = await startStandalone({ env: process.env });
  const { settings, clock } = server.platform;
  const { checkConfig, countOf } = await import('@countersign/operator/configuration/check-config');
  const { findings } = await checkConfig({ settings, environment: process.env, clock });
  return { ...server, findings: countOf(findings) };
}

async function severalProcesses(workers: number): Promise<Running> {
  const { startPrimary } = await import('./primary.ts');
  const { settings, ...server } = await startPrimary({ env: process.env, workers });
  return { ...server, platform: { settings }, workers };
}
