/** What a server does in a flow, from preloads in a separate server: counted cryptographic work, and a CPU profile. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { measure } from '../load/closed-loop.ts';
import type { WorkProfile } from '../profile/parts.ts';
import { type Work, workOf } from '../profile/work.ts';
import type { Scenario } from './scenario.ts';
import { openOwnServer } from './world.ts';

export interface WorkOptions {
  /** Root of the built checkout. */
  readonly root: string;
  readonly wallets: number;
  readonly flows: number;
  /** Earlier flows: the first ones create keys and certificates, and V8 compiles. */
  readonly warmup: number;
  readonly concurrency: number;
}

/** Cryptographic work of one flow. */
export function countScenario(scenario: Scenario, options: WorkOptions): Promise<Work> {
  return withPreload(
    scenario,
    options,
    { preload: '../profile/count-work.js', variable: 'COUNT_TO' },
    async ({ file, signal, run }) => {
      const read = async (): Promise<Work> => {
        signal();
        await sleep(300);
        return JSON.parse(readFileSync(file, 'utf8')) as Work;
      };
      const before = await read();
      await run();
      return workOf(before, await read(), options.flows);
    },
  );
}

/** A CPU profile of flows. */
export function profileScenario(scenario: Scenario, options: WorkOptions): Promise<WorkProfile> {
  return withPreload(
    scenario,
    options,
    { preload: '../profile/profile-work.js', variable: 'PROFILE_FILE' },
    async ({ file, signal, run }) => {
      signal();
      await sleep(100);
      await run();
      signal();
      for (let tries = 0; !existsSync(file); tries += 1) {
        if (tries > 600) throw new Error('The server wrote no profile');
        await sleep(50);
      }
      return JSON.parse(readFileSync(file, 'utf8')) as WorkProfile;
    },
  );
}

interface Preloaded {
  /** That the preload writes. */
  readonly file: string;
  /** Sends SIGUSR2. */
  signal(): void;
  /** The flows, after the warm-up and their preparation. */
  run(): Promise<unknown>;
}

async function withPreload<Found>(
  scenario: Scenario,
  { root, wallets, flows, warmup, concurrency }: WorkOptions,
  { preload, variable }: { readonly preload: string; readonly variable: string },
  use: (preloaded: Preloaded) => Promise<Found>,
): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-work-'));
  const file = join(folder, 'work.json');
  const module = pathToFileURL(join(import.meta.dirname, preload)).href;
  const env = { [variable]: file, NODE_OPTIONS: `--import ${module}` };
  const world = await openOwnServer({ root, wallets, env, needs: scenario.needs });
  try {
    const { load, before } = await scenario.prepare(world);
    await before?.(warmup);
    await measure(load, warmup, concurrency);
    await before?.(flows);
    const signal = (): void => world.server.signal?.('SIGUSR2');
    return await use({ file, signal, run: () => measure(load, flows, concurrency) });
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
