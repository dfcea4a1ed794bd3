/** F23: steady load without a fault, for long: no process may need more and more memory or handles. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRound } from './checks.ts';
import { type Growth, growthOf, growthViolations, type Sample, sampleOf } from './growth.ts';
import { inWorld, type RoundOptions, underLoad } from './round.ts';

/** Half of what a campaign has. */
const CLIENTS = 4;
/** Milliseconds between samples. */
const EVERY = 5000;

export interface Soaked {
  readonly flows: number;
  readonly violations: readonly string[];
  readonly growth: readonly Growth[];
}

export interface SoakOptions extends RoundOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export async function soak({ minutes, seed, say, ...options }: SoakOptions): Promise<Soaked> {
  return inWorld(options, seed, async (world) => {
    const samples: Sample[] = [];
    const watch = async (): Promise<void> => {
      const began = performance.now();
      for (let at = 0; at < minutes * 60_000; at = performance.now() - began) {
        samples.push(...world.system.pids().map((pid) => sampleOf(pid, at)));
        if (samples.length % 12 === 0)
          say(`${Math.round(minutes - at / 60_000)} min left, ${world.ledger.begun} flows`);
        await sleep(EVERY);
      }
    };
    await underLoad(world, watch, { seed, clients: CLIENTS });
    const growth = growthOf(samples);
    const violations = [...(await checkRound(world)), ...growthViolations(growth)];
    return { flows: world.ledger.begun, violations, growth };
  });
}
