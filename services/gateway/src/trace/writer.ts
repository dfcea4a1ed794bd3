/** Writes collected entries: a session's into its trace, the others into their tenant's ring. */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { Random } from '@countersign/shared/kernel/random';
import type { Vaults } from '@countersign/shared/keys/vault';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import {
  PLATFORM,
  type TraceDocument,
  traces,
  type UnmatchedDocument,
  unmatchedRequests,
} from '@countersign/shared/model/tenant/traces';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import type { Batch } from './buffer.ts';
import { lostLine, openTrace, sealTrace, sealUnmatched } from './sealed-lines.ts';
import { changedTrace, openedTrace, type TraceLines, withLines } from './trace-transitions.ts';

export interface WriterParts {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly tenantExists: (id: string) => Promise<boolean>;
}

/** Unmatched requests that a tenant can read. */
export const MAX_UNMATCHED = 500;
/** Concurrent writes share a commit. */
const WIDTH = 16;
/** Limits of the cache of traces that this process wrote, so that it need not read them again. */
const MAX_CACHED = 500;
const LARGEST_CACHED = 32 * 1024;
/** Writers that meet in one trace. One succeeds in each round. */
const MAX_ROUNDS = 20;

interface CachedTrace {
  readonly document: TraceDocument;
  readonly content: TraceLines;
}

interface Writer extends WriterParts {
  readonly cached: Map<string, CachedTrace>;
  /** A tenant's own documents of unmatched requests, oldest first, without their content. */
  readonly rings: Map<string, UnmatchedDocument[]>;
  /** Entries of earlier writes that failed, by session. */
  readonly unwritten: Map<string, number>;
}

/** @returns a function that writes a flush's batches; it never rejects */
export function createTraceWriter(parts: WriterParts): (batches: readonly Batch[]) => Promise<void> {
  const writer: Writer = { ...parts, cached: new Map(), rings: new Map(), unwritten: new Map() };
  return async (batches) => {
    const ofSessions = batches.filter(({ session }) => session !== undefined);
    const others = batches.filter(({ session }) => session === undefined);
    await mapConcurrent(WIDTH, ofSessions, (batch) => attempt(writer, batch, () => writeTrace(writer, batch)));
    const byTenant = await unmatchedByTenant(writer, others);
    await mapConcurrent(WIDTH, byTenant, (batch) => attempt(writer, batch, () => writeUnmatched(writer, batch)));
  };
}

/** Entries that could not be written are counted, and their session's next entry contains the count. */
async function attempt(writer: Writer, batch: Batch, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { session, tenant, lines } = batch;
    if (session !== undefined) {
      writer.cached.delete(session);
      if (writer.unwritten.size < MAX_CACHED) {
        writer.unwritten.set(session, (writer.unwritten.get(session) ?? 0) + lines.length + batch.lost);
      }
    }
    for (const _ of lines) writer.metrics.count('countersign_trace_entries_lost_total', { cause: 'store' });
    writer.log.warn('trace not written', { service: 'gateway', tenant, session, ...errorFields(error) });
  }
}

async function writeTrace(writer: Writer, { tenant = '', session = '', lines, lost }: Batch): Promise<void> {
  const { clock, store, vaults, cached, unwritten } = writer;
  const own = ofTenant(store, tenant);
  const vault = await vaults.of(tenant);
  const missing = lost + (unwritten.get(session) ?? 0);
  // A full batch's latest entry came after the entries that found no room.
  const latest = lost === 0 ? [] : lines.slice(-1);
  const first = lines.slice(0, lines.length - latest.length);
  const more = missing === 0 ? lines : [...first, lostLine({ at: clock(), lost: missing }), ...latest];
  let before = cached.get(session);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const content = withLines(before?.content ?? { count: 0, lines: [] }, more);
    const sealed = sealTrace(vault, session, content);
    const stored =
      before === undefined
        ? await own.insert(traces, openedTrace({ session, tenant }, sealed, clock()))
        : await own.replace(traces, changedTrace(before.document, sealed));
    if (stored !== undefined) {
      unwritten.delete(session);
      return cache(cached, { document: stored, content });
    }
    const document = await own.get(traces, session);
    cached.delete(session);
    const found = document && openTrace(vault, document);
    // The session is erased: its trace is a mark, or the mark was removed too. The entries are dropped with it.
    if (document === undefined || found === undefined) return;
    before = { document, content: found };
  }
  throw new Error('another writer changed the trace in every round');
}

function cache(cached: Map<string, CachedTrace>, { document, content }: CachedTrace): void {
  cached.delete(document.id);
  const size = document.trace.state === 'open' ? document.trace.sealed.length : 0;
  if (size > LARGEST_CACHED) return;
  cached.set(document.id, { document, content });
  const [oldest] = cached.keys();
  if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
}

/** Batches of requests whose tenant is only in the path join the tenant's batches. The rest belong to the platform. */
async function unmatchedByTenant(writer: Writer, batches: readonly Batch[]): Promise<readonly Batch[]> {
  const joined = new Map<string, Batch>();
  for (const { tenant, maybeTenant, lines, lost } of batches) {
    let owner = tenant;
    if (maybeTenant !== undefined && (await writer.tenantExists(maybeTenant))) owner = maybeTenant;
    const into = joined.get(owner ?? PLATFORM) ?? { tenant: owner ?? PLATFORM, session: undefined, lines: [], lost: 0 };
    into.lines.push(...lines);
    into.lost += lost;
    joined.set(owner ?? PLATFORM, into);
  }
  return [...joined.values()];
}

async function writeUnmatched(writer: Writer, { tenant = PLATFORM, lines, lost }: Batch): Promise<void> {
  const { store, vaults, clock, random, rings } = writer;
  const at = clock();
  const id = orderedId(at, random);
  const last = lines.slice(-MAX_UNMATCHED);
  const missing = lost + lines.length - last.length;
  const all = missing === 0 ? last : [lostLine({ at, lost: missing }), ...last];
  const own = ofTenant(store, tenant);
  const sealed = sealUnmatched(await vaults.of(tenant), id, all);
  const stored = await own.insert(unmatchedRequests, { id, tenant, at, count: all.length, sealed });
  if (stored === undefined) return;
  const ring = [...(rings.get(tenant) ?? []), { ...stored, sealed: '' }];
  const over = superseded(ring);
  rings.set(tenant, ring.slice(over.length));
  await mapConcurrent(WIDTH, over, (document) => own.delete(unmatchedRequests, document));
}

/** The oldest documents, without which there are still as many entries as a tenant can read. Pure. */
export function superseded<T extends Pick<UnmatchedDocument, 'count'>>(ring: readonly T[]): readonly T[] {
  let newer = ring.reduce((sum, { count }) => sum + count, 0);
  return ring.filter(({ count }) => {
    newer -= count;
    return newer >= MAX_UNMATCHED;
  });
}
