/** Bytes of a list, whoever supplied them: verified, compared with the last good list, and kept. */
import {
  type AcceptedList,
  newTrustList,
  type TrustListDocument,
  trustLists,
} from '@countersign/shared/model/tenant/trust-lists';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TenantStore } from '@countersign/shared/store/of-tenant';
import { type AcceptResult, acceptList, type CheckTime } from '../lists/list-transitions.ts';
import type { TrustList } from '../lists/trust-list.ts';
import { changesInTurns } from './changes-in-turns.ts';
import { removeOtherParts, writeParts } from './list-parts.ts';
import type { ListReader, ReadList } from './list-reader.ts';
import { announcedJournal, conditionsOf, type TenantSource } from './list-sources.ts';
import { type LoadedLists, listId } from './loaded-lists.ts';
import type { Judged } from './pivoted-list.ts';
import { readStored } from './walked-list.ts';

export interface TakeParts {
  readonly platform: Pick<Platform, 'store' | 'clock' | 'random' | 'log'>;
  readonly reader: ListReader;
  readonly lists: LoadedLists;
}

const HOUR = 3_600_000;
/** Broken rules that are kept of an accepted list. */
const MAX_WARNINGS = 10;

/** A list's document, created if missing. */
export async function documentOf(
  own: TenantStore,
  { tenant, url }: Pick<TrustListDocument, 'tenant' | 'url'>,
): Promise<TrustListDocument> {
  const id = listId(tenant, url);
  const present = (await own.get(trustLists, id)) ?? (await own.insert(trustLists, newTrustList({ id, tenant, url })));
  return present ?? documentOf(own, { tenant, url });
}

export interface Refreshed {
  readonly own: TenantStore;
  readonly tenant: string;
  readonly from: TenantSource;
  readonly document: TrustListDocument;
}

/** What the list is judged by. */
export function judged({ from, document: { good } }: Refreshed): Omit<Judged, 'now'> {
  const isSame = good?.under === conditionsOf(from);
  const journal = isSame ? announcedJournal(from, good) : undefined;
  const announced = journal === undefined ? {} : { journal };
  return { source: from.source, settings: from.settings, successors: isSame ? good.successors : [], ...announced };
}

export interface BroughtBytes {
  readonly bytes: Buffer;
  /** Of the bytes, as `digestOf` counts it. */
  readonly sha256: string;
  readonly etag?: string;
  /** If the bytes were read already. */
  readonly read?: ReadList;
  /** An operator has handed them over. */
  readonly byHand?: true;
}

/** Whether bytes are the last good list, which was accepted under the same conditions. */
export function isSameList({ from, document: { good } }: Refreshed, sha256: string): boolean {
  return good?.under === conditionsOf(from) && sha256 === good.sha256;
}

export interface TakenList {
  readonly result: AcceptResult;
  /** Numbers of entries. */
  readonly before: number | undefined;
  readonly after: number;
  /** Detail of a refusal. */
  readonly detail: string | undefined;
}

/**
 * Verifies bytes, whoever supplied them, and makes them the last good list if they follow it.
 * @throws ListError if they are not a list of the source
 */
export async function takeBytes(parts: TakeParts, one: Refreshed, brought: BroughtBytes): Promise<TakenList> {
  const { own, tenant, from, document } = one;
  const now = parts.platform.clock();
  const by = judged(one);
  const { list } = brought.read ?? (await readStored(parts.reader, { ...by, bytes: brought.bytes, now }));
  const before = (await parts.lists.last(tenant, from))?.list;
  const loaded = brought.byHand === true ? { loaded: true as const } : {};
  const candidate = {
    list: { ...(await storedList(one, brought, { list, successors: by.successors, now })), ...loaded },
    changes: { ...(await changesInTurns(before, list)), ...loaded },
  };
  const time = timeOf(parts.platform, from);
  let detail: string | undefined;
  const taken = await own.takeTransition(trustLists, document.id, (present) => {
    const next = acceptList(present, candidate, time, from.settings);
    if (isGood(next.result)) return next;
    detail = next.document.check.findings?.[0]?.detail;
    // An operator's wrong file doesn't mean that the address serves a wrong list.
    return brought.byHand === true ? { ...next, document: present } : next;
  });
  const kept = [taken?.document.good?.sha256, document.good?.sha256].flatMap((one) => one ?? []);
  await removeOtherParts(own, document.id, kept);
  return { result: taken?.result ?? 'same', before: before?.entries.length, after: list.entries.length, detail };
}

export function isGood(result: AcceptResult): boolean {
  return result === 'accepted' || result === 'same';
}

interface Verified {
  readonly list: TrustList;
  readonly successors: readonly string[];
  readonly now: number;
}

async function storedList(
  { own, from, document }: Refreshed,
  { bytes, sha256, etag }: BroughtBytes,
  { list, successors: acceptedUnder, now: verifiedAt }: Verified,
): Promise<AcceptedList> {
  const { source: _, form: __, pointers: ___, entries, warnings, ...scheme } = list;
  const parts = await writeParts(own, document, bytes, sha256);
  const accepted = { ...scheme, sha256, bytes: bytes.length, parts, verifiedAt, acceptedUnder };
  const notes = warnings.slice(0, MAX_WARNINGS);
  const counted = { ...accepted, under: conditionsOf(from), entries: entries.length, warnings: notes };
  return etag === undefined ? counted : { ...counted, etag };
}

/** Lists of Europe change seldom, and may be cached for four hours (ETSI TS 119 612, 6.1). */
export function timeOf({ clock, random }: Pick<Platform, 'clock' | 'random'>, { source }: TenantSource): CheckTime {
  const interval = source.profile.eu === undefined ? HOUR : 4 * HOUR;
  return { now: clock(), interval, random: (random(1)[0] ?? 0) / 256 };
}
