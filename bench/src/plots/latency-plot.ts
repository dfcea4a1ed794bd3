/** The percentiles of whole flows over concurrency, one small plot for each scenario. Pure. */
import { machineLine } from '../results/report.ts';
import type { BenchResult, RunResult, ScenarioResult } from '../results/result.ts';
import { categoryScale, figure, linearScale, linearTicks } from './scales.ts';
import { drawing, line, type Marker, marker, polyline, text } from './svg.ts';

const COLUMNS = 3;
const PANEL = { width: 310, height: 200 };
const MARGIN = { left: 46, right: 34, top: 30, bottom: 34 };
const HEAD = 70;

const SERIES: readonly { readonly name: 'p50' | 'p95' | 'p99'; readonly form: Marker }[] = [
  { name: 'p50', form: 'circle' },
  { name: 'p95', form: 'square' },
  { name: 'p99', form: 'triangle' },
];

/** @returns the SVG file */
export function latencyPlot(result: BenchResult): string {
  const measured = result.scenarios.filter(({ runs }) => runs.length > 0);
  const rows = Math.ceil(measured.length / COLUMNS);
  const width = COLUMNS * PANEL.width + 20;
  return drawing({
    ...{ width, height: HEAD + rows * PANEL.height + 10 },
    title: 'Latency of whole flows over the number of flows at once, milliseconds',
    description: `${machineLine(result)}. ${measured.map(inWords).join(' ')}`,
    content: [
      text('Latency of whole flows, ms, over flows at once', 16, 26, { class: 'head' }),
      text(machineLine(result), 16, 46, { class: 'soft small' }),
      ...legend(),
      ...measured.flatMap((scenario, index) => {
        const left = 10 + (index % COLUMNS) * PANEL.width;
        return panel(scenario, left, HEAD + Math.floor(index / COLUMNS) * PANEL.height);
      }),
    ],
  });
}

function legend(): readonly string[] {
  return SERIES.flatMap(({ name, form }, index) => {
    const x = 20 + index * 70;
    return [marker(form, [x, 60], `s${index}`), text(name, x + 10, 64, { class: 'small' })];
  });
}

function panel({ name, runs }: ScenarioResult, left: number, top: number): readonly string[] {
  const inner = {
    ...{ left: left + MARGIN.left, right: left + PANEL.width - MARGIN.right },
    ...{ top: top + MARGIN.top, bottom: top + PANEL.height - MARGIN.bottom },
  };
  const ticks = linearTicks(Math.max(...runs.map(({ latency }) => latency.p99)));
  const y = linearScale(ticks.at(-1) ?? 1, { from: inner.bottom, to: inner.top });
  const x = categoryScale(runs.length, { from: inner.left, to: inner.right });
  const last = runs.length - 1;
  return [
    text(name, inner.left, top + 18, { class: 'name' }),
    ...ticks.flatMap((tick) => [
      line([inner.left, y(tick)], [inner.right, y(tick)], tick === 0 ? 'axis' : 'grid'),
      text(figure(tick), inner.left - 6, y(tick) + 4, { class: 'soft small', 'text-anchor': 'end' }),
    ]),
    ...runs.map(({ concurrency }, index) =>
      text(String(concurrency), x(index), inner.bottom + 16, { class: 'soft small', 'text-anchor': 'middle' }),
    ),
    ...SERIES.flatMap(({ name: share, form }, series) => {
      const points = runs.map(({ latency }, index) => [x(index), y(latency[share])] as const);
      return [polyline(points, `s${series}`), ...points.map((point) => marker(form, point, `s${series}`))];
    }),
    text(figure(runs[last]?.latency.p99 ?? 0), x(last) + 8, y(runs[last]?.latency.p99 ?? 0) + 4, { class: 'small' }),
  ];
}

function inWords({ name, runs }: ScenarioResult): string {
  const run = ({ concurrency, latency: { p50, p95, p99 } }: RunResult): string =>
    `${concurrency} at once p50 ${figure(p50)}, p95 ${figure(p95)}, p99 ${figure(p99)}`;
  return `${name}: ${runs.map(run).join('; ')}.`;
}
