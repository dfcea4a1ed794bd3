/** Metrics that remember what they were told. */
import type { Metrics, Sample } from '../../src/metrics/metrics.ts';

export interface Recorded extends Metrics {
  /** `name label=value ...`, in order; of observations too, without their value. */
  readonly told: string[];
  /** Reads a gauge as a scrape does. */
  read(name: string): Promise<readonly Sample<never>[]>;
}

export function recorded(): Recorded {
  const told: string[] = [];
  const gauges = new Map<string, () => Promise<readonly Sample<never>[]>>();
  const line = (name: string, labels: object): string =>
    [name, ...Object.entries(labels).map(([label, value]) => `${label}=${value}`)].join(' ');
  return {
    told,
    count: (name, labels) => void told.push(line(name, labels)),
    observe: (name, labels, seconds) => {
      if (!(seconds >= 0)) throw new Error(`${name} was told ${seconds} seconds`);
      told.push(line(name, labels));
    },
    watch: (name, read) => void gauges.set(name, read as unknown as () => Promise<readonly Sample<never>[]>),
    read: async (name) => (await gauges.get(name)?.()) ?? [],
  };
}
