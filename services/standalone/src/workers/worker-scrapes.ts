/**
 * The workers' metrics, collected at each scrape. What an ended worker had counted by its last scrape stays counted.
 */
import { keptSamples } from '@countersign/shared/metrics/joined';
import type { Samples } from '@countersign/shared/metrics/prom';
import type { WorkerRun } from './worker-process.ts';

/** Milliseconds that a worker has for its response. Without one, its last samples are used. */
const PATIENCE = 2000;

export interface WorkerScrapes {
  /** These runs' samples, and the kept samples of ended runs. */
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
      // If a worker has ended meanwhile, its samples are among the kept ones.
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
