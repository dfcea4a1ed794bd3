/** The metrics port. Names and labels come from the catalogue. */
import type { CounterName, GaugeName, HistogramName, LabelsOf } from './catalogue.ts';

export interface Sample<N extends GaugeName> {
  readonly labels: LabelsOf<N>;
  readonly value: number;
}

export interface Metrics {
  count<N extends CounterName>(name: N, labels: LabelsOf<N>): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void;
  /** Registers a gauge's only reader, called at each scrape. If it rejects, this scrape leaves out the gauge. */
  watch<N extends GaugeName>(name: N, read: () => Promise<readonly Sample<N>[]>): void;
}

/** Records nothing: for tests and tools. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };

/** @param begun start, from `performance.now()` */
export function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
