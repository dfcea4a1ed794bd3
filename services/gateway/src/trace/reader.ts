/** Reads traces: entries with the catalogue's texts about their reasons, and the gaps between them. */
import { isoTime } from '@countersign/shared/kernel/clock';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { isReason } from '@countersign/shared/kernel/reasons/reasons';
import type { Vaults } from '@countersign/shared/keys/vault';
import { PLATFORM, traces, unmatchedRequests } from '@countersign/shared/model/tenant/traces';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { reasons } from '../reasons.ts';
import { openTrace, openUnmatched } from './sealed-lines.ts';
import { FIRST_ENTRIES, numbersOf, type TraceLines } from './trace-transitions.ts';
import { MAX_UNMATCHED } from './writer.ts';

/** An entry or a gap, with its number in the trace. */
export interface TraceItem {
  /** From 1, in the order in which they arrived. */
  readonly number: number;
  readonly entry?: JsonObject;
  readonly gap?: JsonObject;
}

export interface StoredTrace {
  /** The document's; 0 without a document. */
  readonly rev: number;
  /** Entries ever. */
  readonly count: number;
  /** The session is erased. */
  readonly erased?: true;
  readonly items: readonly TraceItem[];
}

interface ReaderParts {
  readonly store: Store;
  readonly vaults: Vaults;
}

/** @param known revision that the caller has; undefined is returned if it has not changed */
export async function readTrace(
  { store, vaults }: ReaderParts,
  { tenant, session }: { readonly tenant: string; readonly session: string },
  known?: number,
): Promise<StoredTrace | undefined> {
  const document = await ofTenant(store, tenant).get(traces, session);
  const rev = document?.rev ?? 0;
  if (rev === known) return undefined;
  const lines = document && openTrace(await vaults.of(tenant), document);
  if (lines === undefined) return { rev, count: 0, ...(document && { erased: true }), items: [] };
  return { rev, count: lines.count, items: traceItems(lines) };
}

/** The items of a trace in the order in which they arrived. Pure. */
export function traceItems(content: TraceLines): readonly TraceItem[] {
  const numbers = numbersOf(content);
  return content.lines.flatMap((line, place) => {
    const number = numbers[place] ?? 0;
    const dropped = place === FIRST_ENTRIES ? number - place - 1 : 0;
    const limit = { after: String(place), count: dropped, cause: 'limit' };
    const item = itemOf(line, number, String(number));
    const placed = item.gap === undefined ? item : { ...item, gap: { ...item.gap, after: String(number - 1) } };
    return [...(dropped === 0 ? [] : [{ number: number - 1, gap: limit }]), placed];
  });
}

function itemOf(line: string, number: number, id: string): TraceItem {
  const stored = parseJson(line);
  if (!isObject(stored)) return { number };
  const { lost, at } = stored;
  if (typeof lost !== 'number') return { number, entry: entryView(stored, id) };
  return {
    number,
    gap: { after: id, at: typeof at === 'number' ? isoTime(at) : null, count: lost, cause: 'overflow' },
  };
}

/** The entry for the backend. Pure. */
function entryView({ at, reason, ...stored }: JsonObject, id: string): JsonObject {
  const known = isReason(reasons, reason) ? reasons[reason] : undefined;
  const { standard, explanation, hint, blame } = known ?? {};
  return {
    id,
    at: typeof at === 'number' ? isoTime(at) : null,
    ...stored,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(explanation === undefined ? {} : { explanation }),
    ...(hint === undefined ? {} : { hint }),
    ...(standard === undefined ? {} : { standard: { ...standard } }),
    // Reasons of any request blame its sender, who is the backend on its own routes.
    ...(blame === undefined ? {} : { blame: blame === 'wallet' && stored.who === 'backend' ? 'backend' : blame }),
  };
}

/** The API's response. A type, because TypeScript does not accept an interface as a JSON object. */
export type TraceView = {
  readonly entries: readonly JsonObject[];
  readonly gaps?: readonly JsonObject[];
};

/** Entries in chronological order; in order of their arrival if the time is the same. */
export function traceView(items: readonly TraceItem[]): TraceView {
  const entries = items.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  const gaps = items.flatMap(({ gap }) => (gap === undefined ? [] : [gap]));
  return { entries: entries.toSorted(byTime), ...(gaps.length === 0 ? {} : { gaps }) };
}

function byTime(one: JsonObject, other: JsonObject): number {
  return String(one.at) < String(other.at) ? -1 : Number(String(one.at) > String(other.at));
}

/**
 * Unmatched requests of a tenant, newest first.
 * @param options `platform`: includes requests without a tenant. `since`: milliseconds, the oldest to show
 */
export async function readUnmatched(
  { store, vaults }: ReaderParts,
  { tenant, platform, since }: { readonly tenant: string; readonly platform: boolean; readonly since: number },
): Promise<TraceView> {
  const owners = platform ? [tenant, PLATFORM] : [tenant];
  const found: TraceItem[] = [];
  for (const owner of owners) {
    const query = { index: 'newest', from: since, order: 'descending', limit: MAX_UNMATCHED } as const;
    const { documents } = await ofTenant(store, owner).find(unmatchedRequests, query);
    const vault = await vaults.of(owner);
    const items = documents
      .toReversed()
      .flatMap((document) =>
        openUnmatched(vault, document).map((line, place) => itemOf(line, place, `${document.id}.${place}`)),
      );
    found.push(...items.slice(-MAX_UNMATCHED));
  }
  const { entries, gaps } = traceView(found);
  return { entries: entries.toReversed(), ...(gaps === undefined ? {} : { gaps }) };
}
