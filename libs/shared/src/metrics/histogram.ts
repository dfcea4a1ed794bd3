/** A histogram of Prometheus whose series are held: an observation changes three numbers. */
import type { MetricValueWithName } from 'prom-client';
import { createSeries, type Labels } from './series.ts';

export interface HistogramSamples {
  readonly name: string;
  readonly help: string;
  readonly type: 'histogram';
  readonly aggregator: 'sum';
  readonly values: readonly MetricValueWithName<string>[];
}

interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

export interface HeldHistogram {
  readonly name: string;
  readonly type: 'histogram';
  /** @throws TypeError for a value that is no number */
  observe(labels: Labels, value: number): void;
  /** The samples as a registry of prom-client reads them: each bucket with all smaller ones, then sum and count. */
  get(): Promise<HistogramSamples>;
}

interface Observed {
  readonly labels: Labels;
  /** For each bucket what is in it alone, and at the end what is above all. */
  readonly counts: number[];
  sum: number;
}

export function createHistogram({ name, help, labelNames, buckets }: HistogramOptions): HeldHistogram {
  const begin = (labels: Labels): Observed => ({ labels, counts: [...buckets, 0].fill(0), sum: 0 });
  const series = createSeries(labelNames, begin);
  return {
    name,
    type: 'histogram',
    observe: (labels, value) => {
      if (!Number.isFinite(value)) throw new TypeError(`${name}: ${value} is no number that can be observed`);
      const observed = series.of(labels);
      const bucket = bucketOf(buckets, value);
      observed.counts[bucket] = (observed.counts[bucket] ?? 0) + 1;
      observed.sum += value;
    },
    get: async () => ({
      ...{ name, help, type: 'histogram', aggregator: 'sum' },
      values: series.all().flatMap((observed) => samplesOf(name, buckets, observed)),
    }),
  };
}

/** Index of the first bucket that holds the value. */
function bucketOf(buckets: readonly number[], value: number): number {
  let index = 0;
  while (index < buckets.length && value > (buckets[index] ?? 0)) index += 1;
  return index;
}

function samplesOf(
  name: string,
  buckets: readonly number[],
  { labels, counts, sum }: Observed,
): MetricValueWithName<string>[] {
  let count = 0;
  const cumulated = counts.map((own, index) => {
    count += own;
    return { labels: { le: buckets[index] ?? '+Inf', ...labels }, value: count, metricName: `${name}_bucket` };
  });
  return [
    ...cumulated,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: count, metricName: `${name}_count` },
  ];
}
