/** What `npm run bench -- scaling --measure` has measured, as it stands in `measured.json`. */

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

/** What a flow leaves and moves, counted. */
export interface FlowFacts {
  /** HTTP requests of backend and wallet. */
  readonly requests: number;
  readonly storeReads: number;
  readonly storeWrites: number;
  /** Events that are published. */
  readonly events: number;
  /** Bytes that stay in the store, as JSON without indexes, by collection. */
  readonly stored: Readonly<Record<string, number>>;
  /** Bytes of HTTP with headers, received and sent by the gateway. */
  readonly received: number;
  readonly sent: number;
}

/** @throws Error where there is no such point */
export function pointOf({ points }: Measured, shape: Shape, flow: FlowName, clients: number): MeasuredPoint {
  const found = points.find((point) => point.shape === shape && point.flow === flow && point.clients === clients);
  if (found === undefined) throw new Error(`${shape}, ${flow} with ${clients} clients was not measured`);
  return found;
}
