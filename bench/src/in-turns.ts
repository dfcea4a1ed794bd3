/**
 * CPU of the server a flow with two values of a setting: whole issuance flows against two servers in turns, so that both have
 * the same share of a noisy machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type FlowKeys, issuanceLoad } from './flows/issuance-flow.ts';
import { type Load, measure, percentile } from './load/closed-loop.ts';
import { startClusterServer } from './server/cluster-server.ts';
import { startServerProcess } from './server/server-process.ts';

export interface TurnOptions {
  readonly root: string;
  readonly setting: string;
  readonly modes: readonly [string, string];
  readonly keys: number;
  readonly warmup: number;
  readonly flows: number;
  readonly turns: number;
  readonly concurrency: number;
  readonly cluster: boolean;
  /** Milliseconds after the last response, for the writes that follow it. */
  readonly settle: number;
}

/** Prints the figures of each turn, and the difference of the medians. */
export async function compareInTurns(options: TurnOptions): Promise<void> {
  const { setting, modes, cluster } = options;
  const keys = Array.from({ length: options.keys }, (): FlowKeys => ({ holder: newWalletKey() }));
  // Five services share engines, so there one server follows the other.
  const figures = cluster ? await oneAfterTheOther(options, keys) : await inTurns(options, keys);
  difference(setting, modes, figures);
}

/** Prints the figures of each turn, and the difference of the medians. */
export function difference(setting: string, modes: readonly [string, string], figures: Figures): void {
  for (const mode of modes) {
    const all = figures.get(mode)?.map((cpu) => cpu.toFixed(3));
    print(`${setting}=${mode}: ${all?.join(' ')} ms CPU a flow`);
  }
  const [less = 0, more = 0] = modes.map((mode) => percentile(figures.get(mode) ?? [], 0.5));
  const percent = (((more - less) / less) * 100).toFixed(1);
  print(`medians ${less.toFixed(3)} and ${more.toFixed(3)} ms: ${percent} % more with ${setting}=${modes[1]}`);
}

type Figures = ReadonlyMap<string, number[]>;

async function inTurns(options: TurnOptions, keys: readonly FlowKeys[]): Promise<Figures> {
  const { root, setting, modes } = options;
  const loads = new Map<string, AnyLoad>();
  try {
    for (const mode of modes) loads.set(mode, issuanceLoad(await startServerProcess(root, { [setting]: mode }), keys));
    return await figuresInTurns(loads, options);
  } finally {
    for (const { server } of loads.values()) await server.stop();
  }
}

type AnyLoad = Load<string, unknown>;

/** CPU per flow in each turn, by the name of the load. */
export async function figuresInTurns(
  loads: ReadonlyMap<string, AnyLoad>,
  options: Pick<TurnOptions, 'warmup' | 'turns' | 'flows' | 'concurrency' | 'settle'>,
): Promise<Figures> {
  const modes = [...loads.keys()];
  const found: Figures = new Map(modes.map((mode) => [mode, []]));
  for (const load of loads.values()) await measure(load, options.warmup, 16);
  for (let turn = 0; turn < options.turns; turn += 1) {
    // The first of a turn alternates.
    for (const mode of turn % 2 === 0 ? modes : modes.toReversed()) {
      const load = loads.get(mode);
      if (load !== undefined) found.get(mode)?.push(await cpuOfFlow(load, options));
    }
  }
  return found;
}

async function oneAfterTheOther(options: TurnOptions, keys: readonly FlowKeys[]): Promise<Figures> {
  const { root, setting, modes, warmup, turns } = options;
  const found: Figures = new Map(modes.map((mode) => [mode, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const mode of turn % 2 === 0 ? modes : modes.toReversed()) {
      const server = await startClusterServer(root, { [setting]: mode });
      try {
        await measure(issuanceLoad(server, keys), warmup, 16);
        found.get(mode)?.push(await cpuOfFlow(issuanceLoad(server, keys), options));
      } finally {
        await server.stop();
      }
    }
  }
  return found;
}

/** Milliseconds, including the writes that follow the last response. */
async function cpuOfFlow(
  load: AnyLoad,
  { flows, concurrency, settle }: Pick<TurnOptions, 'flows' | 'concurrency' | 'settle'>,
): Promise<number> {
  const { server } = load;
  const before = server.cpu();
  const { count } = await measure(load, flows, concurrency);
  await sleep(settle);
  return (server.cpu() - before) / count;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
