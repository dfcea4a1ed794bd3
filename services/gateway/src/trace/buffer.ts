/**
 * Entries on their way to the store. No response waits for it: entries are written together, at most 250 ms later. It
 * is bounded in every direction, and each tenant has its own share of requests that match no session.
 */
import type { Metrics } from '@countersign/shared/metrics/metrics';

/** What an entry belongs to. */
export interface Owner {
  /** Undefined if the request contains none. */
  readonly tenant: string | undefined;
  /** First segment of a path that no route has: a tenant, or nothing. */
  readonly maybeTenant?: string | undefined;
  /** Undefined if the request matches no session. */
  readonly session: string | undefined;
}

/** The entries of one session, or of the unmatched requests of one tenant, each as JSON. */
export interface Batch extends Owner {
  readonly lines: string[];
  /** Entries that found no room: they came before the last line. */
  lost: number;
}

export interface TraceBuffer {
  add(owner: Owner, line: string): void;
  /** Writes the collected entries, and resolves when they are written. */
  flush(): Promise<void>;
}

/** Limits of one flush. */
export interface BufferLimits {
  readonly sessions: number;
  readonly entriesOfSession: number;
  /** A tenant's unmatched requests. */
  readonly unmatched: number;
  /** First segments of unknown paths, each looked up as a tenant. */
  readonly lookups: number;
}

const bufferLimits: BufferLimits = { sessions: 2000, entriesOfSession: 50, unmatched: 100, lookups: 10 };

/** Milliseconds. */
const DELAY = 250;

export interface BufferParts {
  /** Never rejects. */
  readonly write: (batches: readonly Batch[]) => Promise<void>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly limits?: BufferLimits;
  /** Calls after the milliseconds. */
  readonly later?: (milliseconds: number, run: () => void) => void;
}

interface Collection {
  readonly sessions: Map<string, Batch>;
  readonly unmatched: Map<string, Batch>;
  lookups: number;
}

export function createTraceBuffer({ write, metrics, limits = bufferLimits, later = soon }: BufferParts): TraceBuffer {
  let collected = newCollection();
  let waiting = false;
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    // One after the other: entries of a session keep their order.
    writing = writing.then(async () => {
      const batches = [...collected.sessions.values(), ...collected.unmatched.values()];
      collected = newCollection();
      if (batches.length > 0) await write(batches);
    });
    return writing;
  };
  return {
    add: (owner, line) => {
      const { session } = owner;
      const batch =
        session === undefined ? unmatchedBatch(collected, owner, limits) : sessionBatch(collected, owner, limits);
      const most = session === undefined ? limits.unmatched : limits.entriesOfSession;
      if (batch !== undefined && batch.lines.length < most) batch.lines.push(line);
      else {
        if (batch !== undefined) keepLatest(batch, line);
        metrics.count('countersign_trace_entries_lost_total', { cause: 'overflow' });
      }
      if (waiting) return;
      waiting = true;
      later(DELAY, () => {
        waiting = false;
        void flush();
      });
    },
    flush,
  };
}

/** In a full batch the latest entry replaces the previous one: how a burst ended matters most. */
function keepLatest(batch: Batch, line: string): void {
  batch.lines[batch.lines.length - 1] = line;
  batch.lost += 1;
}

function newCollection(): Collection {
  return { sessions: new Map(), unmatched: new Map(), lookups: 0 };
}

function sessionBatch({ sessions }: Collection, owner: Owner, limits: BufferLimits): Batch | undefined {
  const key = owner.session ?? '';
  const known = sessions.get(key);
  if (known !== undefined || sessions.size >= limits.sessions) return known;
  return added(sessions, key, owner);
}

function unmatchedBatch(collected: Collection, { tenant, maybeTenant }: Owner, limits: BufferLimits): Batch {
  const { unmatched } = collected;
  const looked = tenant === undefined && maybeTenant !== undefined ? maybeTenant : undefined;
  const key = looked === undefined ? `of ${tenant ?? ''}` : `maybe ${looked}`;
  const known = unmatched.get(key);
  if (known !== undefined) return known;
  if (looked === undefined) return added(unmatched, key, { tenant, session: undefined });
  const none = { tenant: undefined, session: undefined };
  // No more are looked up. The rest are treated as requests without a tenant.
  if (collected.lookups >= limits.lookups) return unmatched.get('of ') ?? added(unmatched, 'of ', none);
  collected.lookups += 1;
  return added(unmatched, key, { ...none, maybeTenant: looked });
}

function added(batches: Map<string, Batch>, key: string, owner: Owner): Batch {
  const batch: Batch = { ...owner, lines: [], lost: 0 };
  batches.set(key, batch);
  return batch;
}

function soon(milliseconds: number, run: () => void): void {
  // A collected entry must not keep the process alive: the stop flushes.
  setTimeout(run, milliseconds).unref();
}
