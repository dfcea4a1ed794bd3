/** The CPU of a flow by part, one bar for each scenario. Pure. */
import { machineLine } from '../results/report.ts';
import { type BenchResult, PARTS, type PartsResult, type ScenarioResult } from '../results/result.ts';
import { figure, linearScale, linearTicks } from './scales.ts';
import { drawing, element, line, text } from './svg.ts';

const WIDTH = 950;
const LEFT = 230;
const RIGHT = 790;
const HEAD = 78;
const ROW = 28;

type Explained = ScenarioResult & { readonly parts: PartsResult };

/** @returns the SVG file @throws where no scenario of the result was profiled */
export function costPlot(result: BenchResult): string {
  const explained = result.scenarios.filter((scenario): scenario is Explained => scenario.parts !== undefined);
  if (explained.length === 0) throw new Error('The result has no profile: no scenario has parts');
  const ticks = linearTicks(Math.max(...explained.map(({ parts }) => totalOf(parts))), 6);
  const x = linearScale(ticks.at(-1) ?? 1, { from: LEFT, to: RIGHT });
  const bottom = HEAD + explained.length * ROW;
  const levels = [...new Set(explained.map(({ parts }) => parts.concurrency))].join(', ');
  return drawing({
    ...{ width: WIDTH, height: bottom + 34 },
    title: `CPU of the server by part, milliseconds a flow, ${levels} flows at once`,
    description: `${machineLine(result)}. ${explained.map(inWords).join(' ')}`,
    content: [
      text(`CPU of the server by part, ms a flow, ${levels} flows at once`, 16, 26, { class: 'head' }),
      text(machineLine(result), 16, 46, { class: 'soft small' }),
      ...legend(),
      ...ticks.flatMap((tick) => [
        line([x(tick), HEAD], [x(tick), bottom], 'grid'),
        text(figure(tick), x(tick), bottom + 16, { class: 'soft small', 'text-anchor': 'middle' }),
      ]),
      ...explained.flatMap(({ name, parts }, row) => {
        const y = HEAD + (row + 0.5) * ROW;
        const label = `${figure(totalOf(parts))} ms`;
        return [
          text(name, LEFT - 12, y + 4, { 'text-anchor': 'end' }),
          ...bar(parts, x, y),
          text(label, x(totalOf(parts)) + 8, y + 4, { class: 'small' }),
        ];
      }),
    ],
  });
}

function legend(): readonly string[] {
  const widths = PARTS.map((part) => 34 + part.length * 6.5);
  return PARTS.flatMap((part, index) => {
    const x = 16 + widths.slice(0, index).reduce((sum, width) => sum + width, 0);
    const swatch = element('rect', { x, y: 57, width: 10, height: 10, class: `s${index}` });
    return [swatch, text(part, x + 15, 66, { class: 'small' })];
  });
}

function bar({ milliseconds }: PartsResult, x: (value: number) => number, y: number): readonly string[] {
  let before = 0;
  return PARTS.flatMap((part, index) => {
    const [from, to] = [before, before + milliseconds[part]];
    before = to;
    const width = x(to) - x(from);
    if (width <= 0) return [];
    const shape = { x: x(from), y: y - 9, width: Math.max(0.5, width - 1), height: 18, class: `s${index}` };
    return [element('rect', shape, element('title', {}, `${part}: ${figure(milliseconds[part])} ms`))];
  });
}

function totalOf({ milliseconds }: PartsResult): number {
  return PARTS.reduce((sum, part) => sum + milliseconds[part], 0);
}

function inWords({ name, parts }: Explained): string {
  const each = PARTS.map((part) => `${part} ${figure(parts.milliseconds[part])}`);
  return `${name}: ${figure(totalOf(parts))} ms, of it ${each.join(', ')}.`;
}
