/** The metrics of several processes of one server as those of one. */
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Samples, Scrape } from './prom.ts';

/** Adds values up, or takes the largest, as each metric says. */
export async function joinSamples(parts: readonly Samples[]): Promise<Scrape> {
  const registry = join(parts);
  return { contentType: registry.contentType, body: await registry.metrics() };
}

/**
 * What stays of a process that has ended: its counters and histograms, so that the sums never go back.
 * @param before what stayed of earlier ones
 */
export async function keptSamples(before: Samples, last: Samples): Promise<Samples> {
  const counted = last.filter(({ type, name }) => name.startsWith('countersign_') && type !== 'gauge');
  return (await join([before, counted]).getMetricsAsJSON()) as unknown as Samples;
}

function join(parts: readonly Samples[]): Registry {
  return AggregatorRegistry.aggregate([...parts]) as Registry;
}
