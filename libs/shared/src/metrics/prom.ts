/** Metrics in Prometheus's text format, with prom-client, including the metrics of the process and of Node itself. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricDefinition,
  type MetricName,
  metricDefinitions,
} from './catalogue.ts';
import type { Metrics } from './metrics.ts';

type Labels = Readonly<Record<string, string>>;

export interface Scrape {
  readonly contentType: string;
  readonly body: string;
}

export interface PromMetrics extends Metrics {
  /** The current values, in the text format. */
  scrape(): Promise<Scrape>;
  /** The current values as JSON, to be joined with those of other processes. */
  samples(): Promise<Samples>;
}

/** The samples of one metric. */
export interface MetricSamples {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator?: string;
  readonly values: readonly { readonly value: number; readonly labels: Labels; readonly metricName?: string }[];
}

export type Samples = readonly MetricSamples[];

/** @param service value of each sample's label `service` */
export function createPromMetrics({ service }: { readonly service: string }): PromMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const definitions = Object.entries(metricDefinitions) as [MetricName, (typeof metricDefinitions)[MetricName]][];
  for (const [name, { type, help, labels, buckets }] of definitions) {
    const common = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'counter') counters.set(name, new Counter(common));
    if (type === 'histogram') histograms.set(name, new Histogram({ ...common, buckets: [...(buckets ?? [])] }));
  }
  return {
    count: (name: CounterName, labels: Labels) => counters.get(name)?.inc(labels),
    observe: (name: HistogramName, labels: Labels, seconds) => histograms.get(name)?.observe(labels, seconds),
    watch: (name, read) => watchGauge(registry, name, read),
    scrape: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    samples: async () => (await registry.getMetricsAsJSON()) as unknown as Samples,
  };
}

function watchGauge(
  registry: Registry,
  name: GaugeName,
  read: () => Promise<readonly { readonly labels: Labels; readonly value: number }[]>,
): void {
  const { help, labels, ofWorkers }: MetricDefinition = metricDefinitions[name];
  new Gauge({
    ...(ofWorkers && { aggregator: ofWorkers }),
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      // Values of the last scrape are not repeated: a failed reading must show as a gap.
      this.reset();
      const samples = await read().catch(() => []);
      for (const { labels: values, value } of samples) this.set(values, value);
      // A gauge without labels would read 0 after the reset.
      if (samples.length === 0 && labels.length === 0) this.remove();
    },
  });
}
