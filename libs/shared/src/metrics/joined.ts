/** Joins the metrics of a server's processes. */
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Samples, Scrape } from './prom.ts';

/** Sums the values, or uses the largest, depending on the metric. */
export async function joinSamples(parts: readonly Samples[]): Promise<Scrape> {
  const registry = join(parts);
  return { contentType: registry.contentType, body: await registry.metrics() };
}

/**
 * What remains of an ended process: its counters and histograms, so that the sums never decrease.
 * @param before the remains of earlier ones
 */
export async function keptSamples(before: Samples, last: Samples): Promise<Samples> {
  const counted = last.filter(({ type, name }) => name.startsWith('countersign_') && type !== 'gauge');
  return (await join([before, counted]).getMetricsAsJSON()) as unknown as Samples;
}

function join(parts: readonly Samples[]): Registry {
  return AggregatorRegistry.aggregate([...parts]) as Registry;
}
