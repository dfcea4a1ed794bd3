/** Samples of memory, as lines and as a plot. Pure. */
import { linePlot, type Series } from './line-plot.ts';

/** Megabytes. */
export interface MemorySample {
  /** Name of the process. */
  readonly name: string;
  /** Flows before it. */
  readonly done: number;
  /** Resident memory of the process itself. */
  readonly own: number;
  /** Resident pages of files: the program, and the embedded store. The system reclaims them when it needs memory. */
  readonly mapped: number;
  /** JavaScript objects, including garbage. */
  readonly heap: number;
  /** Memory reserved by V8 for its heap. */
  readonly heapTotal: number;
  /** Buffers and other memory of objects outside of the heap. */
  readonly external: number;
}

export function sampleLine({ name, done, own, mapped, heap, heapTotal, external }: MemorySample): string {
  const figures = { own, heap, 'of heap': heapTotal, external, mapped };
  const written = Object.entries(figures).map(([what, value]) => `${what} ${value.toFixed(0)}`);
  return `${String(done).padStart(7)} ${name.padEnd(18)} MB: ${written.join(', ')}`;
}

/** The highest figures of each process, and the figures in the second and in the last tenth of the flows. */
export function summaryLines(samples: readonly MemorySample[]): readonly string[] {
  const last = Math.max(...samples.map(({ done }) => done));
  return namesOf(samples).map((name) => {
    const of = samples.filter((one) => one.name === name);
    const mean = (figure: 'own' | 'heap', from: number, to: number): string => {
      const chosen = of.filter(({ done }) => done > from * last && done <= to * last);
      return (chosen.reduce((sum, one) => sum + one[figure], 0) / chosen.length).toFixed(0);
    };
    const most = (figure: 'own' | 'heap'): string => Math.max(...of.map((one) => one[figure])).toFixed(0);
    const both = (figure: 'own' | 'heap'): string =>
      `${mean(figure, 0.1, 0.2)} MB in the second tenth, ${mean(figure, 0.9, 1)} in the last, at most ${most(figure)}`;
    return `${name}: own ${both('own')}; heap ${both('heap')}`;
  });
}

/** One process: its own memory, heap and mapped files. Several: the own memory of each. */
export function memoryPlot(samples: readonly MemorySample[], subtitle: string): string {
  const names = namesOf(samples);
  const series = (name: string, value: (sample: MemorySample) => number, of = names[0]): Series => ({
    name,
    points: samples.filter((one) => one.name === of).map((one) => [one.done, value(one)]),
  });
  const lines =
    names.length > 1
      ? names.map((name) => series(name, ({ own }) => own, name))
      : [
          series('own and mapped files', ({ own, mapped }) => own + mapped),
          series('own', ({ own }) => own),
          series('heap', ({ heap }) => heap),
        ];
  return linePlot({ title: 'Resident memory, MB', subtitle, across: 'flows', series: lines });
}

function namesOf(samples: readonly MemorySample[]): readonly string[] {
  return [...new Set(samples.map(({ name }) => name))];
}
