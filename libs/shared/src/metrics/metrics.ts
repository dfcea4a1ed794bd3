/** What a service tells of itself, for those who watch it. The names and labels are those of the catalogue. */
import type { CounterName, GaugeName, HistogramName, LabelsOf } from './catalogue.ts';

export interface Sample<N extends GaugeName> {
  readonly labels: LabelsOf<N>;
  readonly value: number;
}

export interface Metrics {
  count<N extends CounterName>(name: N, labels: LabelsOf<N>): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void;
  /** Reads a gauge at each scrape. A reading that rejects leaves the gauge out of this scrape. One reader a gauge. */
  watch<N extends GaugeName>(name: N, read: () => Promise<readonly Sample<N>[]>): void;
}

/** For tests and tools that nobody watches. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };

/** Starts a stopwatch; calling it gives the seconds since. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}
