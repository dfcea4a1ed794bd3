/** The result of a run as `--json` writes it: the source of reports and plots. */

export interface BenchResult {
  /** Version of this layout: 1. */
  readonly format: 1;
  /** Start of the run, ISO 8601. */
  readonly date: string;
  /** Abbreviated, with `+` if files differ from it; of the checkout that the benchmark ran from. */
  readonly commit: string;
  readonly node: string;
  readonly machine: Machine;
  /** The measured server: one process, five services, or the origin of a running installation. */
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
  /** One-minute load average at the start. */
  readonly load: number;
}

export interface ScenarioResult {
  readonly name: string;
  readonly title: string;
  readonly runs: readonly RunResult[];
  /** Absent if it was not counted. */
  readonly floor?: CryptoFloor | undefined;
  /** Absent if no profile was recorded. */
  readonly parts?: PartsResult | undefined;
}

export interface RunResult {
  readonly concurrency: number;
  readonly flows: number;
  readonly seconds: number;
  /** Flows a second. */
  readonly rate: number;
  /** Milliseconds of server CPU per flow; null if unknown. */
  readonly cpu: number | null;
  /** Milliseconds of CPU per flow by service, if each has a process. */
  readonly services?: Readonly<Record<string, number>>;
  /** Milliseconds of CPU per flow by engine, with its version and build; not included in `cpu`. */
  readonly engines?: Readonly<Record<string, number>>;
  /** Milliseconds of the load client's CPU per flow. */
  readonly clientCpu: number;
  /** Milliseconds of whole flows. */
  readonly latency: Percentiles;
  /** Milliseconds of each step. */
  readonly steps: Readonly<Record<string, Percentiles>>;
  /** Megabytes after the run; null if unknown. */
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

/** The counted cryptographic work of a flow, and its cost without the rest. */
export interface CryptoFloor {
  /** Times of each kind a flow. */
  readonly work: Readonly<Record<string, number>>;
  /** Milliseconds a flow. */
  readonly milliseconds: number;
}

/** CPU per flow, by part. */
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
