/** Numbers over time as bars, with the same numbers as a table. */
import type { JSX } from 'preact';
import { chartTexts } from '../text/chart.ts';
import { Table } from './table.tsx';
import { timeText } from './when.tsx';

export interface Series {
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'plain';
  /** One for each time. */
  readonly values: readonly number[];
}

export interface ChartProps {
  readonly title: string;
  /** Starts of the parts, ISO 8601. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
  /** Bars stand on each other, such as parts of a sum; otherwise the higher ones are behind. */
  readonly stacked?: boolean;
  /** After each number, such as `ms`. */
  readonly unit?: string;
}

const DAY = 86_400_000;
/** Of the drawing, which is stretched to its place. */
const HEIGHT = 100;
const STEP = 10;
const WIDTH = 8;

export function Chart({ title, times, series, stacked = false, unit }: ChartProps): JSX.Element {
  const said = chartTexts();
  const sums = times.map((_, at) => series.map(({ values }) => values[at] ?? 0));
  const highest = Math.max(...sums.map((all) => (stacked ? all.reduce((sum, one) => sum + one, 0) : Math.max(...all))));
  const isByDay = times.length > 1 && Date.parse(times[1] ?? '') - Date.parse(times[0] ?? '') >= DAY;
  const timeOf = (iso: string): string => (isByDay ? dayText(iso) : timeText(iso, 'hour'));
  const withUnit = (value: number): string =>
    unit === undefined ? said.number(value) : `${said.number(value)} ${unit}`;
  if (!(highest > 0)) {
    return (
      <figure class="chart">
        <figcaption>{title}</figcaption>
        <p class="soft">{said.nothing}</p>
      </figure>
    );
  }
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <ul class="legend">
        {series.map(({ title: name, tone }) => (
          <li key={name} class={tone}>
            {name}
          </li>
        ))}
      </ul>
      <p class="soft small">{said.highest(withUnit(highest))}</p>
      <svg viewBox={`0 0 ${times.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {sums.map((all, at) => (
          <Bars
            key={times[at]}
            values={all}
            tones={series.map(({ tone }) => tone)}
            x={at * STEP}
            stacked={stacked}
            highest={highest}
          />
        ))}
      </svg>
      <p class="axis soft small">
        <span>{timeOf(times[0] ?? '')}</span>
        <span>{timeOf(times.at(-1) ?? '')}</span>
      </p>
      <details>
        <summary>{said.asTable}</summary>
        <Table
          caption={title}
          rows={times.map((time, at) => ({ time, at })).filter(({ at }) => sums[at]?.some((value) => value > 0))}
          keyOf={({ time }) => time}
          columns={[
            { title: said.time, cell: ({ time }) => timeOf(time) },
            ...series.map(({ title: name, values }) => ({
              title: name,
              number: true,
              cell: ({ at }: { readonly at: number }) => withUnit(values[at] ?? 0),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

/** The day at the middle of the 24 hours, because a period that the clocks change in starts some of them at 23:00. */
function dayText(iso: string): string {
  return timeText(new Date(Date.parse(iso) + DAY / 2).toISOString(), 'date');
}

interface BarsProps {
  readonly values: readonly number[];
  readonly tones: readonly Series['tone'][];
  readonly x: number;
  readonly stacked: boolean;
  readonly highest: number;
}

function Bars({ values, tones, x, stacked, highest }: BarsProps): JSX.Element {
  const bars = values.map((value, index) => ({
    value,
    tone: tones[index],
    below: stacked ? values.slice(0, index).reduce((sum, one) => sum + one, 0) : 0,
  }));
  // Of equal ones the first series is in front.
  const drawn = stacked ? bars : bars.toReversed().toSorted((a, b) => b.value - a.value);
  const scale = HEIGHT / highest;
  return (
    <>
      {drawn.map(({ value, tone, below }) =>
        value === 0 ? null : (
          <rect
            key={tone}
            class={tone ?? ''}
            x={x}
            y={HEIGHT - (below + value) * scale}
            width={WIDTH}
            height={value * scale}
          />
        ),
      )}
    </>
  );
}
