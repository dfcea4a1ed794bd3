/** What `npm run bench -- scaling --measure` has measured, and what the test of counted work says of each flow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type FlowName = 'issuance' | 'presentation';
export type Shape = 'one process' | 'five services';

/** One measured point: flows in a closed loop, everything on one machine. Times in milliseconds, CPU a flow. */
export interface MeasuredPoint {
  readonly shape: Shape;
  readonly flow: FlowName;
  readonly clients: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU of the benchmark itself. */
  readonly clientCpu: number;
  /** CPU by process; of one process `main thread` and `other threads`; of an engine its name in brackets. */
  readonly cpu: Readonly<Record<string, number>>;
}

/** The content of `bench/scaling.json`. */
export interface Measured {
  readonly machine: string;
  readonly cores: number;
  readonly node: string;
  readonly commit: string;
  readonly date: string;
  /** Milliseconds of one synced commit of the embedded store. */
  readonly commitMilliseconds: number;
  readonly points: readonly MeasuredPoint[];
  readonly flows: Readonly<Record<FlowName, FlowFacts>>;
}

export interface FlowBytes {
  /** HTTP requests of backend and wallet. */
  readonly requests: number;
  /** Bytes that stay in the store, as JSON without indexes, by collection. */
  readonly stored: Readonly<Record<string, number>>;
  /** Bytes of HTTP with headers, received and sent by the gateway. */
  readonly received: number;
  readonly sent: number;
}

export interface Operations {
  readonly storeReads: number;
  readonly storeWrites: number;
  /** Events that are published. */
  readonly events: number;
}

/** What a flow leaves, moves and asks of the store. */
export type FlowFacts = FlowBytes & Operations;

/** Names of the flows in `test/work/work.json`. */
const countedAs: Readonly<Record<FlowName, string>> = {
  issuance: 'issuance, pre-authorized',
  presentation: 'presentation, direct_post.jwt',
};

/** @param root folder of the repository */
export function readMeasured(root: string): Measured {
  return readJson<Measured>(root, 'bench/scaling.json');
}

/** What the test of counted work says of a flow. @param root folder of the repository */
export function readOperations(root: string, flow: FlowName): Operations {
  return operationsOf(readJson<Record<string, Counts>>(root, 'test/work/work.json')[countedAs[flow]] ?? {});
}

function readJson<T>(root: string, path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}

type Counts = Readonly<Record<string, number>>;

/** Operations on the store and events of a flow, from its counted work. */
export function operationsOf(counts: Counts): Operations {
  const sum = (kinds: RegExp): number =>
    Object.entries(counts).reduce((total, [name, count]) => total + (kinds.test(name) ? count : 0), 0);
  return {
    storeReads: sum(/^store (?:get|find) /),
    storeWrites: sum(/^store (?:insert|replace|delete) /),
    events: counts['bus messages'] ?? 0,
  };
}

/** @throws Error where there is no such point */
export function pointOf({ points }: Measured, shape: Shape, flow: FlowName, clients: number): MeasuredPoint {
  const found = points.find((point) => point.shape === shape && point.flow === flow && point.clients === clients);
  if (found === undefined) throw new Error(`${shape}, ${flow} with ${clients} clients was not measured`);
  return found;
}
