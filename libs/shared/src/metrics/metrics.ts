/** The metrics port. Names and labels are those of the catalogue. */
import type { CounterName, GaugeName, HistogramName, LabelsOf } from './catalogue.ts';

export interface Sample<N extends GaugeName> {
  readonly labels: LabelsOf<N>;
  readonly value: number;
}

export interface Metrics {
  count<N extends CounterName>(name: N, labels: LabelsOf<N>): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void;
  /** Registers the one reader of a gauge, called at each scrape. Where it rejects, this scrape leaves the gauge out. */
  watch<N extends GaugeName>(name: N, read: () => Promise<readonly Sample<N>[]>): void;
}

/** Records nothing: for tests and tools. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };

/** @param begun of `performance.now()` */
export function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
