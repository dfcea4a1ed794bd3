/** Metrics that record every call. */
import type { Metrics, Sample } from '../../src/metrics/metrics.ts';

export interface Recorded extends Metrics {
  /** `name label=value ...`, in order; of observations too, without their value. */
  readonly lines: string[];
  /** Reads a gauge as a scrape does. */
  read(name: string): Promise<readonly Sample<never>[]>;
}

export function recorded(): Recorded {
  const lines: string[] = [];
  const gauges = new Map<string, () => Promise<readonly Sample<never>[]>>();
  const line = (name: string, labels: object): string =>
    [name, ...Object.entries(labels).map(([label, value]) => `${label}=${value}`)].join(' ');
  return {
    lines,
    count: (name, labels) => void lines.push(line(name, labels)),
    observe: (name, labels, seconds) => {
      if (!(seconds >= 0)) throw new Error(`${name} was observed with ${seconds} seconds`);
      lines.push(line(name, labels));
    },
    watch: (name, read) => void gauges.set(name, read as unknown as () => Promise<readonly Sample<never>[]>),
    read: async (name) => (await gauges.get(name)?.()) ?? [],
  };
}
