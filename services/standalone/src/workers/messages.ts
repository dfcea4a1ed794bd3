/** The messages between the primary and its workers, over the processes' channel. */
import type { BusEvent, Topic } from '@countersign/shared/bus/catalogue';
import type { ReplayCheck } from '@countersign/shared/cache/port';
import type { Samples } from '@countersign/shared/metrics/prom';

/** What a worker must know to start. */
export interface WorkerStart {
  /** Name of this run of the worker. The same primary never uses it again. */
  readonly place: string;
  readonly primary: number;
  readonly firstStart: boolean;
  /** How many workers there are to be. */
  readonly workers: number;
  /** Whether it is the very first run, which also counts the configuration's problems. */
  readonly first: boolean;
}

/** A call of the cache. The number is the worker's own. */
export type CacheAsk = readonly [
  number: number,
  method: 'addOnce' | 'increment' | 'decrement',
  key: string,
  ttl: number,
];
export type CacheAnswer = readonly [number: number, answer: ReplayCheck | number | 'full'];

export interface WorkersState {
  /** Workers that handle requests. */
  readonly ready: number;
  /** Places whose process has ended. */
  readonly ended: readonly string[];
}

export type ToWorker =
  /** The first message. */
  | { readonly kind: 'start'; readonly start: WorkerStart }
  /** With the connection. */
  | { readonly kind: 'connection'; readonly id: number }
  | { readonly kind: 'cache'; readonly answers: readonly CacheAnswer[] }
  | { readonly kind: 'events'; readonly topic: Topic; readonly events: readonly BusEvent[] }
  | { readonly kind: 'workers'; readonly state: WorkersState }
  /** A worker has ended: publish now what it left in outboxes. */
  | { readonly kind: 'sweep' }
  | { readonly kind: 'scrape'; readonly id: number }
  | { readonly kind: 'stop' };

export type FromWorker =
  /** Once a second: its event loop turns. */
  | { readonly kind: 'alive' }
  /** It handles requests. */
  | { readonly kind: 'ready' }
  /** How many problems the configuration has, as text; absent without any. */
  | { readonly kind: 'findings'; readonly text?: string }
  | { readonly kind: 'failed'; readonly text: string }
  /** It accepts no more connections. */
  | { readonly kind: 'draining' }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'closed'; readonly id: number }
  | { readonly kind: 'cache'; readonly asks: readonly CacheAsk[] }
  | { readonly kind: 'events'; readonly topic: Topic; readonly events: readonly BusEvent[] }
  | { readonly kind: 'scraped'; readonly id: number; readonly samples: Samples };
