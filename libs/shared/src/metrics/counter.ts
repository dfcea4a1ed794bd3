/** A counter of Prometheus whose series are held: a count changes one number. */
import { Counter, type Registry } from 'prom-client';
import { createSeries, type Labels } from './series.ts';

interface CounterOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly registry: Registry;
}

interface Counted {
  readonly labels: Labels;
  /** What prom-client does not have yet. */
  more: number;
}

/** Registers the counter. @returns a function that counts one */
export function createCounter({ name, help, labelNames, registry }: CounterOptions): (labels: Labels) => void {
  const begin = (labels: Labels): Counted => ({ labels, more: 0 });
  const series = createSeries(labelNames, begin);
  new Counter({
    ...{ name, help, labelNames: [...labelNames], registers: [registry] },
    // Called before each reading.
    collect() {
      for (const counted of series.all()) {
        if (counted.more > 0) this.inc(counted.labels, counted.more);
        counted.more = 0;
      }
    },
  });
  return (labels) => {
    series.of(labels).more += 1;
  };
}
