/** Flows a second of each scenario and concurrency, on a logarithmic axis. Pure. */
import { machineLine } from '../results/report.ts';
import type { BenchResult, ScenarioResult } from '../results/result.ts';
import { figure, logScale, logTicks } from './scales.ts';
import { drawing, line, type Marker, marker, text } from './svg.ts';

const WIDTH = 950;
const LEFT = 230;
const RIGHT = 720;
const HEAD = 78;
const ROW = 26;
const FORMS: readonly Marker[] = ['circle', 'square', 'triangle'];

/** @returns the SVG file */
export function throughputPlot(result: BenchResult): string {
  const measured = result.scenarios.filter(({ runs }) => runs.length > 0);
  const rates = measured.flatMap(({ runs }) => runs.map(({ rate }) => rate));
  const ticks = logTicks(Math.min(...rates), Math.max(...rates));
  const x = logScale(ticks[0] ?? 1, ticks.at(-1) ?? 10, { from: LEFT, to: RIGHT });
  const bottom = HEAD + measured.length * ROW;
  const levels = levelsOf(measured);
  return drawing({
    ...{ width: WIDTH, height: bottom + 34 },
    title: 'Flows a second by scenario and number of flows at once',
    description: `${machineLine(result)}. ${measured.map(inWords).join(' ')}`,
    content: [
      text('Flows a second', 16, 26, { class: 'head' }),
      text(machineLine(result), 16, 46, { class: 'soft small' }),
      ...levels.flatMap((level, index) => [
        marker(formOf(index), [20 + index * 90, 62], `s${index % 6}`),
        text(`${level} at once`, 30 + index * 90, 66, { class: 'small' }),
      ]),
      ...ticks.flatMap((tick) => [
        line([x(tick), HEAD], [x(tick), bottom], 'grid'),
        text(figure(tick), x(tick), bottom + 16, { class: 'soft small', 'text-anchor': 'middle' }),
      ]),
      ...measured.flatMap(({ name, runs }, row) => {
        const y = HEAD + (row + 0.5) * ROW;
        const index = (concurrency: number): number => levels.indexOf(concurrency);
        return [
          text(name, LEFT - 12, y + 4, { 'text-anchor': 'end' }),
          line([LEFT, y], [RIGHT, y], 'grid'),
          ...runs.map(({ concurrency, rate }) =>
            marker(formOf(index(concurrency)), [x(rate), y], `s${index(concurrency) % 6}`),
          ),
          text(runs.map(({ rate }) => figure(rate)).join(' / '), RIGHT + 12, y + 4, { class: 'small' }),
        ];
      }),
    ],
  });
}

function formOf(index: number): Marker {
  return FORMS[index % FORMS.length] ?? 'circle';
}

/** Every concurrency that was measured, lowest first. */
function levelsOf(measured: readonly ScenarioResult[]): readonly number[] {
  const all = new Set(measured.flatMap(({ runs }) => runs.map(({ concurrency }) => concurrency)));
  return [...all].sort((a, b) => a - b);
}

function inWords({ name, runs }: ScenarioResult): string {
  const each = runs.map(({ concurrency, rate }) => `${figure(rate)} a second with ${concurrency} at once`);
  return `${name}: ${each.join(', ')}.`;
}
