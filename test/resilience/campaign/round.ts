/** One round of a campaign: a new system under load, a number of kills of one scenario, and the checks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimit } from '@countersign/shared/test/patience';
import { type Dice, pick, seeded } from '../seeded.ts';
import { type CampaignWorld, openCampaignWorld } from './campaign-world.ts';
import { checkRound } from './checks.ts';
import { openClusterSystem } from './cluster-system.ts';
import { FLOWS, writeFlows } from './flows.ts';
import type { Scenario } from './scenarios.ts';
import { openStandaloneSystem } from './standalone-system.ts';
import type { Mode, Restart, System } from './system.ts';

const CLIENTS = 8;
/** Milliseconds that clients have to finish after the last kill. */
const PATIENCE = 60_000;
/** A scenario whose strikes kill nothing must end all the same. */
const STRIKES_A_KILL = 4;

export interface Round {
  readonly scenario: string;
  readonly kills: number;
  readonly seed: number;
}

export interface RoundResult extends Round {
  readonly flows: number;
  readonly violations: readonly string[];
  readonly seconds: number;
  readonly restarts: readonly Restart[];
  /** Seconds of each phase: start, kills, the rest of the flows, checks. */
  readonly phases: readonly number[];
}

export interface RoundOptions {
  readonly mode: Mode;
  readonly workers: number;
  /** Called after each kill. */
  readonly killed?: () => void;
}

export async function runRound(scenario: Scenario, round: Round, options: RoundOptions): Promise<RoundResult> {
  const laps = [performance.now()];
  const lap = (): void => void laps.push(performance.now());
  return inWorld(options, round.seed, async (world) => {
    lap();
    const act = async (dice: Dice): Promise<void> => {
      await strikes(scenario, { world, dice, round, options });
      lap();
    };
    await underLoad(world, act, { seed: round.seed, clients: CLIENTS });
    lap();
    const violations = await checkRound(world);
    lap();
    const phases = laps.slice(1).map((at, index) => Math.round((at - (laps[index] ?? at)) / 100) / 10);
    const seconds = Math.round(phases.reduce((sum, one) => sum + one, 0));
    const { restarts } = world.system;
    return { ...round, kills: world.kills(), flows: world.ledger.begun, violations, seconds, restarts, phases };
  });
}

/** Opens a new system with what its clients share, and closes both afterwards. */
export async function inWorld<T>(
  options: RoundOptions,
  seed: number,
  use: (world: CampaignWorld) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-campaign-'));
  const system = await openSystem(folder, options);
  try {
    writeFlows(system);
    const world = await openCampaignWorld(system, seed);
    try {
      return await use(world);
    } finally {
      await world.receiver.close();
    }
  } finally {
    await system.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function openSystem(folder: string, { mode, workers }: RoundOptions): Promise<System> {
  if (mode === 'five services') return openClusterSystem(folder);
  return openStandaloneSystem(folder, mode === 'workers' ? workers : undefined);
}

interface Striking {
  readonly world: CampaignWorld;
  readonly dice: Dice;
  readonly round: Round;
  readonly options: RoundOptions;
}

async function strikes(scenario: Scenario, { world, dice, round, options }: Striking): Promise<void> {
  for (let turn = 0; world.kills() < round.kills && turn < round.kills * STRIKES_A_KILL; turn += 1) {
    const before = world.kills();
    await scenario.strike(world, dice);
    for (let kill = before; kill < world.kills(); kill += 1) options.killed?.();
  }
}

/** Runs clients until the action has ended, and lets them finish. */
export async function underLoad(
  world: CampaignWorld,
  act: (dice: Dice) => Promise<void>,
  { seed, clients: count }: { readonly seed: number; readonly clients: number },
): Promise<void> {
  let over = false;
  const client = async (): Promise<void> => {
    while (!over) {
      await runFlow(world);
      await sleep(world.dice() * 60);
    }
  };
  const clients = Array.from({ length: count }, client);
  try {
    await act(seeded(seed + 1));
    world.end(timeLimit(PATIENCE));
  } catch (error) {
    world.end(async () => true);
    throw error;
  } finally {
    over = true;
    await Promise.allSettled(clients);
  }
}

async function runFlow(world: CampaignWorld): Promise<void> {
  const [name, run] = pick(world.dice, Object.entries(FLOWS));
  try {
    await run(world);
  } catch (error) {
    // Connection errors are outcomes; each client has handled its own.
    world.ledger.violations.push(`${name}: ${String(error)}`);
  }
}
