/** The work of one flow, and how it differs from the work that is expected. */
import type { CountingServer, Counts } from './counting-server.ts';

/** Prepares a run, which is not counted. @returns the counted run */
export type Flow = () => Promise<() => Promise<unknown>>;

/** Caches are full after these. */
const WARM_UP = 2;
const COUNTED = 2;

/** The work of each of several runs, after some that are not counted. */
export async function measureFlow(server: CountingServer, flow: Flow): Promise<readonly Counts[]> {
  for (let run = 0; run < WARM_UP; run += 1) {
    await (await flow())();
    // Also the work done shortly after, when several services learn of each other.
    await server.counts();
  }
  const counted: Counts[] = [];
  while (counted.length < COUNTED) {
    const run = await flow();
    const before = await server.counts();
    await run();
    counted.push(difference(before, await server.counts()));
  }
  return counted;
}

/** Figures that have changed, with their increase. */
export function difference(before: Counts, after: Counts): Counts {
  const all = Object.keys(after).map((figure) => [figure, (after[figure] ?? 0) - (before[figure] ?? 0)] as const);
  return Object.fromEntries(all.filter(([, amount]) => amount !== 0));
}

/** A line for each figure that is not the expected one; empty if all are. */
export function unexpected(expected: Counts, actual: Counts): readonly string[] {
  const figures = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
  return figures.flatMap((figure) => {
    const [was, is] = [expected[figure] ?? 0, actual[figure] ?? 0];
    if (is === was) return [];
    return [`${figure}: ${is}, expected ${was} (${is > was ? `${is - was} more` : `${was - is} fewer`})`];
  });
}
