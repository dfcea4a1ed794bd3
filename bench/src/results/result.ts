/** The result of a run as `--json` writes it: what reports and plots are made of. */

export interface BenchResult {
  /** Of this layout: 1. */
  readonly format: 1;
  /** Of the begin, ISO 8601. */
  readonly date: string;
  /** Abbreviated, with `+` where files differ from it; of the checkout that the benchmark ran from. */
  readonly commit: string;
  readonly node: string;
  readonly machine: Machine;
  /** What was measured: one process, five services, or the origin of a running installation. */
  readonly server: 'process' | 'services' | `${'http' | 'https'}://${string}`;
  /** Microseconds of each kind of cryptographic work, one at a time on this machine. */
  readonly cryptoCosts: Readonly<Record<string, number>>;
  readonly scenarios: readonly ScenarioResult[];
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** Megabytes. */
  readonly memory: number;
  readonly system: string;
  /** Load average of a minute at the begin. */
  readonly load: number;
}

export interface ScenarioResult {
  readonly name: string;
  readonly title: string;
  readonly runs: readonly RunResult[];
  /** Absent where it is not counted. */
  readonly floor?: CryptoFloor | undefined;
  /** Absent where no profile was taken. */
  readonly parts?: PartsResult | undefined;
}

export interface RunResult {
  readonly concurrency: number;
  readonly flows: number;
  readonly seconds: number;
  /** Flows a second. */
  readonly rate: number;
  /** Milliseconds of CPU of the server a flow; null where it is not known. */
  readonly cpu: number | null;
  /** Milliseconds of CPU a flow by service, if each has a process. */
  readonly services?: Readonly<Record<string, number>>;
  /** Milliseconds of CPU a flow by engine, with its version and build; not in `cpu`. */
  readonly engines?: Readonly<Record<string, number>>;
  /** Milliseconds of CPU of the load client a flow. */
  readonly clientCpu: number;
  /** Milliseconds of whole flows. */
  readonly latency: Percentiles;
  /** Milliseconds of each step. */
  readonly steps: Readonly<Record<string, Percentiles>>;
  /** Megabytes after the run; null where it is not known. */
  readonly memory: Memory | null;
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Resident memory of the server: of the process itself, and pages of the store's file. */
export interface Memory {
  readonly all: number;
  readonly own: number;
  readonly mapped: number;
}

/** The cryptographic work of a flow, counted, and what it costs when it runs alone. */
export interface CryptoFloor {
  /** Times of each kind a flow. */
  readonly work: Readonly<Record<string, number>>;
  /** Milliseconds a flow. */
  readonly milliseconds: number;
}

/** The CPU of a flow by part. */
export interface PartsResult {
  readonly concurrency: number;
  /** Milliseconds a flow; their sum is the CPU of a flow at that concurrency. */
  readonly milliseconds: Readonly<Record<PartName, number>>;
}

const PARTS = [
  ...(['cryptography', 'store', 'HTTP', 'JSON', 'garbage collection'] as const),
  ...(['service code', 'other threads', 'rest'] as const),
] as const;
export type PartName = (typeof PARTS)[number];

/** JSON of a result: figures with four significant digits, so that files stay small. */
export function resultText(result: BenchResult): string {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  return `${JSON.stringify(result, rounded, 1)}\n`;
}
