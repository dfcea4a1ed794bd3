/** A server that is killed at a chosen write, and restarted by the request that got no response. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@countersign/wallet/sending/answer';
import { bundled } from '../support/bundled.ts';
import { type KillPointFile, killPointFile } from './kill-point-file.ts';
import { openServerProcess, type ServerProcess, workersOfTests } from './server-process.ts';

export interface KillWorld extends Pick<KillPointFile, 'arm' | 'disarm' | 'isArmed' | 'reached'> {
  readonly server: ServerProcess;
  /** Sends. If the server died it is restarted, and the result is undefined. */
  ask(send: () => Promise<Answer>): Promise<Answer | undefined>;
  readonly kills: () => number;
  /** Moves the clock of the server and of this world ahead, milliseconds. */
  ahead(by: number): void;
  readonly clock: () => number;
}

/** Starts nothing yet. */
export async function openKillWorld(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
  morePreloads: readonly string[] = [],
): Promise<KillWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-kill-'));
  const killPoint = killPointFile(join(folder, 'point'));
  const offsetFile = join(folder, 'offset');
  const preloads = [bundled('kill-point'), join(import.meta.dirname, 'clock-offset.js'), ...morePreloads].flatMap(
    (file) => ['--import', file],
  );
  let offset = 0;
  const ahead = (by: number): void => {
    offset += by;
    writeFileSync(offsetFile, String(offset));
  };
  ahead(0);
  const server = await openServerProcess(
    { KILL_POINT_FILE: killPoint.path, CLOCK_OFFSET_FILE: offsetFile, ...victim(), ...env },
    { nodeOptions: preloads },
  );
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let kills = 0;
  const workerKilled = workersOfTests().WORKERS !== undefined && process.env.KILL_POINT_VICTIM !== 'primary';
  const ask: KillWorld['ask'] = async (send) => {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      kills += 1;
      // If a worker was killed the server keeps running, and starts a new one.
      while (server.pid !== undefined && !workerKilled) await sleep(5);
      await server.start();
      return undefined;
    }
  };
  const { arm, disarm, isArmed, reached } = killPoint;
  return { server, ask, kills: () => kills, ahead, clock: () => Date.now() + offset, arm, disarm, isArmed, reached };
}

/** What a kill point ends if the server has workers: `KILL_POINT_VICTIM=primary npm test -- kill`. */
function victim(): Readonly<Record<string, string>> {
  const { KILL_POINT_VICTIM } = process.env;
  return KILL_POINT_VICTIM === undefined ? {} : { KILL_POINT_VICTIM };
}
