/** Whether processes under steady load need more and more memory or handles. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Sample {
  /** Milliseconds since the load began. */
  readonly at: number;
  readonly pid: number;
  /** Megabytes of the process's own memory: pages of the store's file, which the system may drop, don't count. */
  readonly memory: number;
  /** Open files, sockets and pipes. */
  readonly handles: number;
}

export interface Growth {
  readonly pid: number;
  readonly memory: Trend;
  readonly handles: Trend;
}

export interface Trend {
  readonly first: number;
  readonly last: number;
  /** Percent of the mean, by a line of least squares. */
  readonly perMinute: number;
}

/** Percent a minute that noise may be. */
const MOST = 1;
/** The caches of a process that has just started are filled in this share of the time. */
const WARM_UP = 1 / 6;

/** On Linux. @param at milliseconds since the load began */
export function sampleOf(pid: number, at: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { at, pid, memory: kilobytes / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
}

/** Of every process that was there to the end. */
export function growthOf(samples: readonly Sample[]): readonly Growth[] {
  const end = Math.max(...samples.map(({ at }) => at));
  const warm = samples.filter(({ at }) => at >= end * WARM_UP);
  const pids = [...new Set(warm.map(({ pid }) => pid))];
  return pids.map((pid) => {
    const own = warm.filter((one) => one.pid === pid);
    const trend = (of: (sample: Sample) => number): Trend => trendOf(own.map((one) => [one.at / 60_000, of(one)]));
    return { pid, memory: trend(({ memory }) => memory), handles: trend(({ handles }) => handles) };
  });
}

function trendOf(points: readonly (readonly [minute: number, value: number])[]): Trend {
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [minutes, values] = [mean(points.map(([minute]) => minute)), mean(points.map(([, value]) => value))];
  const along = points.reduce((sum, [minute, value]) => sum + (minute - minutes) * (value - values), 0);
  const spread = points.reduce((sum, [minute]) => sum + (minute - minutes) ** 2, 0);
  const slope = spread === 0 ? 0 : along / spread;
  const first = points[0]?.[1] ?? 0;
  const last = points.at(-1)?.[1] ?? 0;
  return { first, last, perMinute: (100 * slope) / values };
}

export function growthViolations(growth: readonly Growth[]): readonly string[] {
  return growth.flatMap(({ pid, ...trends }) =>
    Object.entries(trends)
      .filter(([, { perMinute }]) => perMinute > MOST)
      .map(
        ([what, trend]) => `The ${what} of process ${pid} ${what === 'memory' ? 'grows' : 'grow'}: ${lineOf(trend)}`,
      ),
  );
}

/** As in a campaign's record. */
export type RecordedGrowth = Omit<Growth, 'pid'>;

export function recordedGrowth({ memory, handles }: Growth): RecordedGrowth {
  return { memory: rounded(memory), handles: rounded(handles) };
}

function rounded({ first, last, perMinute }: Trend): Trend {
  return { first: Math.round(first), last: Math.round(last), perMinute: Number(perMinute.toFixed(2)) };
}

export function growthLine({ memory, handles }: RecordedGrowth): string {
  return `memory ${lineOf(memory, ' MB')}, handles ${lineOf(handles)}`;
}

function lineOf({ first, last, perMinute }: Trend, unit = ''): string {
  return `from ${Math.round(first)}${unit} to ${Math.round(last)}${unit} (${perMinute.toFixed(2)} % a minute)`;
}
