/** The metrics of the workers, asked for at each scrape. What a worker that ended had counted by its last scrape stays counted. */
import { keptSamples } from '@countersign/shared/metrics/joined';
import type { Samples } from '@countersign/shared/metrics/prom';
import type { WorkerRun } from './worker-process.ts';

/** Milliseconds that a worker has for its answer; without one, its last samples are taken. */
const PATIENCE = 2000;

export interface WorkerScrapes {
  /** The samples of these runs, and what stays of those that have ended. */
  all(runs: readonly WorkerRun[]): Promise<readonly Samples[]>;
  scraped(id: number, samples: Samples): void;
  ended(run: WorkerRun): Promise<void>;
}

export function createWorkerScrapes(patience = PATIENCE): WorkerScrapes {
  const waiting = new Map<number, (samples: Samples) => void>();
  const last = new Map<string, Samples>();
  let kept: Samples = [];
  let keeping: Promise<void> = Promise.resolve();
  let number = 0;
  const ask = async (run: WorkerRun): Promise<void> => {
    number += 1;
    const id = number;
    const samples = await new Promise<Samples | undefined>((resolve) => {
      const late = setTimeout(resolve, patience, undefined);
      waiting.set(id, (found) => {
        clearTimeout(late);
        resolve(found);
      });
      run.send({ kind: 'scrape', id });
    });
    waiting.delete(id);
    if (samples !== undefined) last.set(run.place, samples);
  };
  return {
    all: async (runs) => {
      await Promise.all(runs.map(ask));
      await keeping;
      // A worker that has ended since is among those that are kept.
      return [...runs.flatMap(({ place }) => [last.get(place) ?? []]), kept];
    },
    scraped: (id, samples) => waiting.get(id)?.(samples),
    ended: ({ place }) => {
      const samples = last.get(place);
      last.delete(place);
      if (samples !== undefined) {
        keeping = keeping.then(async () => {
          kept = await keptSamples(kept, samples);
        });
      }
      return keeping;
    },
  };
}
