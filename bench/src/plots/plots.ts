/** All plots of a result. Pure. */
import type { BenchResult } from '../results/result.ts';
import { costPlot } from './cost-plot.ts';
import { latencyPlot } from './latency-plot.ts';
import { throughputPlot } from './throughput-plot.ts';

/** File names and SVG texts: latency and throughput, and cost where profiles were taken. @throws where nothing was measured */
export function plotsOf(result: BenchResult): ReadonlyMap<string, string> {
  if (result.scenarios.every(({ runs }) => runs.length === 0)) throw new Error('The result has no runs');
  const plots = new Map([
    ['latency.svg', latencyPlot(result)],
    ['throughput.svg', throughputPlot(result)],
  ]);
  if (result.scenarios.some(({ parts }) => parts !== undefined)) plots.set('cost.svg', costPlot(result));
  return plots;
}
