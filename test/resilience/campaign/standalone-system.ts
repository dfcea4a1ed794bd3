/** One process on the embedded store, alone or with workers. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@countersign/shared/test/patience';
import { bundled } from '../../support/bundled.ts';
import { filesOf } from '../../support/file-dump.ts';
import { checkStore, nothingWaits } from '../invariants.ts';
import { killPointFile } from '../kill-point-file.ts';
import { type Dice, pick } from '../seeded.ts';
import { backendOf, openServerProcess, type ServerProcess, startWorkers, workerPids } from '../server-process.ts';
import { logOf, type Restart, type System, timed } from './system.ts';

/** Webhooks are sent again soon, so that a round has an end. */
const SCHEDULE = `0${',1'.repeat(19)}`;
/** How often the primary dies among the kills with workers. */
const PRIMARY = 1 / 3;

/** @param folder for the files that steer the process */
export async function openStandaloneSystem(folder: string, workers?: number): Promise<System> {
  const killPoint = killPointFile(join(folder, 'point'));
  const offsetFile = join(folder, 'offset');
  writeFileSync(offsetFile, '0');
  const server = await openServerProcess(
    {
      OUTBOUND_ALLOW: '127.0.0.1',
      WEBHOOK_SCHEDULE: SCHEDULE,
      WEBHOOK_TIMEOUT: '1',
      KILL_POINT_FILE: killPoint.path,
      CLOCK_OFFSET_FILE: offsetFile,
      AUDIT_FILE: join(folder, 'audit.jsonl'),
      ...(workers === undefined ? {} : { WORKERS: String(workers) }),
    },
    {
      nodeOptions: ['--import', bundled('kill-point'), '--import', join(import.meta.dirname, '..', 'clock-offset.js')],
    },
  );
  const start = (): Promise<void> => (workers === undefined ? server.start() : startWorkers(server, String(workers)));
  await start();
  let offset = 0;
  const restarts: Restart[] = [];
  return {
    ...backendOf(server),
    mode: workers === undefined ? 'one process' : 'workers',
    killPoint,
    ...processesOf({ server, start, workers, restarts }),
    writeConfig: server.writeConfig,
    removeConfig: (path) => rmSync(configPath(server, path), { force: true }),
    ahead: (by) => {
      offset += by;
      writeFileSync(offsetFile, String(offset));
    },
    outages: undefined,
    restarts,
    pids: () => [
      ...(server.pid === undefined ? [] : [server.pid]),
      ...(workers === undefined ? [] : workerPids(server)),
    ],
    places: async () => [...filesOf(folder), ...filesOf(server.dataFolder), logOf(server.lines)],
    finish: () => finish(server),
    close: () => server.close(),
  };
}

function configPath({ dataFolder }: ServerProcess, path: string): string {
  return join(dirname(dataFolder), 'config', path);
}

interface Processes {
  readonly server: ServerProcess;
  readonly start: () => Promise<void>;
  readonly workers: number | undefined;
  readonly restarts: Restart[];
}

function processesOf({
  server,
  start,
  workers,
  restarts,
}: Processes): Pick<System, 'kill' | 'restart' | 'stopWorker' | 'revive' | 'second'> {
  const aWorker = (dice: Dice): number => pick(dice, workerPids(server));
  return {
    kill: async (dice, away = 0) => {
      if (workers === undefined || dice() < PRIMARY) {
        await (workers === undefined ? server.kill() : killPrimary(server));
        await sleep(away);
        return timed(restarts, 'process', start);
      }
      const pid = aWorker(dice);
      await timed(restarts, 'worker', async () => {
        process.kill(pid, 'SIGKILL');
        await until('the primary knows of the end', () => !workerPids(server).includes(pid));
        await start();
      });
    },
    restart: async () => {
      const { code, stderr } = await server.terminate();
      assert.equal(code, 0, `SIGTERM: ${stderr}`);
      await start();
    },
    stopWorker: async (dice) => {
      const pid = aWorker(dice);
      process.kill(pid, 'SIGSTOP');
      await until('the stopped worker is replaced', () => !workerPids(server).includes(pid));
      await start();
    },
    revive: async () => {
      await timed(restarts, workers === undefined ? 'process' : 'worker', async () => {
        if (workers === undefined) await until('the process has died', () => server.pid === undefined);
        await start();
      });
    },
    second: async () => (await (await server.beginSecond()).ended).code,
  };
}

/** Resolves when its workers have ended too: they have its output. */
async function killPrimary(server: ServerProcess): Promise<void> {
  const workers = workerPids(server);
  await server.kill();
  for (const pid of workers) assert.equal(existsSync(`/proc/${pid}/fd/0`), false, 'a worker outlived the primary');
}

async function finish(server: ServerProcess): Promise<readonly string[]> {
  const found: string[] = [];
  if (!(await nothingWaits(server.dataFolder))) found.push('An outbox or a delivery waits without end');
  const { code, stderr } = await server.terminate();
  if (code !== 0) found.push(`The last stop ended with ${code}: ${stderr}`);
  const surprises = server.surprises.filter(
    ({ signal, stderr: said }) => signal !== 'SIGKILL' && !said.includes('in use'),
  );
  found.push(...surprises.map((how) => `The server ended by itself: ${JSON.stringify(how)}`));
  found.push(...(await checkStore(server.dataFolder)));
  return found;
}
