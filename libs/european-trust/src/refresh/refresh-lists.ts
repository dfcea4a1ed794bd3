/** Fetches lists when they are due. Only one replica does, and the store keeps the last good list for all of them. */
import type { Outbound } from '@countersign/shared/http/outbound';
import { errorFields } from '@countersign/shared/kernel/log-error';
import {
  type AcceptedList,
  newTrustList,
  type TrustListDocument,
  trustLists,
} from '@countersign/shared/model/tenant/trust-lists';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { changesBetween, hasShrunk } from '../lists/list-changes.ts';
import { ListError } from '../lists/list-error.ts';
import {
  type AcceptResult,
  acceptList,
  type CheckTime,
  checkedAgain,
  type FailedCheck,
  failed,
  isInForce,
} from '../lists/list-transitions.ts';
import type { TrustList } from '../lists/trust-list.ts';
import { type FetchedDocuments, fetchDocuments } from './fetch-documents.ts';
import { removeOtherParts, writeParts } from './list-parts.ts';
import type { ListReader, ReadList } from './list-reader.ts';
import { announcedJournal, conditionsOf, type TenantSource } from './list-sources.ts';
import { type LoadedLists, listId } from './loaded-lists.ts';
import type { Judged } from './pivoted-list.ts';
import { digestOf, readStored } from './walked-list.ts';

export interface RefreshParts {
  readonly platform: Pick<Platform, 'store' | 'clock' | 'random' | 'log' | 'metrics'>;
  readonly outbound: Outbound;
  readonly reader: ListReader;
  readonly lists: LoadedLists;
  /** The tenants that may have lists. */
  readonly tenants: () => Promise<readonly string[]>;
}

/** Milliseconds between two checks for due work. */
const EVERY = 10_000;
const HOUR = 3_600_000;
/** Broken rules that are kept of an accepted list. */
const MAX_WARNINGS = 10;

export function refreshListsJob(parts: RefreshParts): Job {
  return {
    name: 'refresh-trust-lists',
    every: EVERY,
    exclusive: true,
    isUsed: async () => {
      for (const tenant of await parts.tenants()) {
        if ((await parts.lists.sources(tenant)).length > 0) return true;
      }
      return false;
    },
    run: async () => {
      for (const tenant of await parts.tenants()) {
        for (const from of await parts.lists.sources(tenant)) await refreshIfDue(parts, tenant, from);
      }
    },
  };
}

async function refreshIfDue(parts: RefreshParts, tenant: string, from: TenantSource): Promise<void> {
  const { store, clock, log } = parts.platform;
  try {
    const own = ofTenant(store, tenant);
    const document = await documentOf(own, { tenant, url: from.source.url });
    const isOther = document.good !== undefined && document.good.under !== conditionsOf(from);
    if (clock() < document.check.next && !isOther) return;
    await refresh(parts, { own, tenant, from, document });
    await reportEnd(parts, { own, tenant, from, document });
  } catch (error) {
    // One source's list must not keep the others from being fetched.
    log.error('A trust list was not checked', { tenant, configuration: from.source.id, ...errorFields(error) });
  }
}

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

async function refresh(parts: RefreshParts, one: Refreshed): Promise<void> {
  const { good } = one.document;
  const isSame = good?.under === conditionsOf(one.from);
  const fetched = await fetchOf(parts, one, isSame ? good?.etag : undefined);
  if (fetched.state === 'failed') await noteFailure(parts, one, fetched.failure);
  else if (fetched.state === 'unchanged' || (isSame && digestOf(one.from.source, fetched.bytes) === good?.sha256)) {
    const time = timeOf(parts.platform, one.from);
    await one.own.update(trustLists, one.document.id, (present) => checkedAgain(present, time));
    parts.platform.metrics.count('countersign_trust_list_checks_total', { outcome: 'unchanged' });
  } else await acceptBytes(parts, one, fetched);
}

async function fetchOf(parts: RefreshParts, one: Refreshed, etag: string | undefined): Promise<FetchedDocuments> {
  try {
    const { clock } = parts.platform;
    return await fetchDocuments({ ...parts, clock }, { ...judged(one), now: clock() }, etag);
  } catch (error) {
    if (error instanceof ListError) return { state: 'failed', failure: error };
    throw error;
  }
}

/** What the list is judged by. */
function judged({ from, document: { good } }: Refreshed): Omit<Judged, 'now'> {
  const isSame = good?.under === conditionsOf(from);
  const journal = isSame ? announcedJournal(from, good) : undefined;
  const announced = journal === undefined ? {} : { journal };
  return { source: from.source, settings: from.settings, successors: isSame ? good.successors : [], ...announced };
}

export interface BroughtBytes {
  readonly bytes: Buffer;
  readonly etag?: string;
  /** If the bytes were read already. */
  readonly read?: ReadList;
}

/** Verifies bytes, whoever supplied them, and makes them the last good list if they follow it. */
export async function acceptBytes(
  parts: Omit<RefreshParts, 'tenants' | 'outbound'>,
  one: Refreshed,
  brought: BroughtBytes,
): Promise<void> {
  const { own, tenant, from, document } = one;
  const { good } = document;
  try {
    const now = parts.platform.clock();
    const { bytes } = brought;
    const by = judged(one);
    const { list } = brought.read ?? (await readStored(parts.reader, { ...by, bytes, now }));
    const before = (await parts.lists.last(tenant, from))?.list;
    const candidate = {
      list: await storedList(one, brought, { list, successors: by.successors, now }),
      changes: changesBetween(before, list),
    };
    const time = timeOf(parts.platform, from);
    const taken = await own.takeTransition(trustLists, document.id, (present) =>
      acceptList(present, candidate, time, from.settings),
    );
    await removeOtherParts(own, document.id, [taken?.document.good?.sha256 ?? '', good?.sha256 ?? '']);
    reportAccept(parts, one, {
      result: taken?.result ?? 'same',
      before: before?.entries.length,
      after: list.entries.length,
      detail: taken?.document.check.findings?.[0]?.detail,
    });
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    await noteFailure(parts, one, error);
  }
}

interface Verified {
  readonly list: TrustList;
  readonly successors: readonly string[];
  readonly now: number;
}

async function storedList(
  { own, from, document }: Refreshed,
  { bytes, etag }: BroughtBytes,
  { list, successors: acceptedUnder, now: verifiedAt }: Verified,
): Promise<AcceptedList> {
  const { source: _, form: __, pointers: ___, entries, warnings, ...scheme } = list;
  const sha256 = digestOf(from.source, bytes);
  const parts = await writeParts(own, document, bytes, sha256);
  const accepted = { ...scheme, sha256, bytes: bytes.length, parts, verifiedAt, acceptedUnder };
  const notes = warnings.slice(0, MAX_WARNINGS);
  const counted = { ...accepted, under: conditionsOf(from), entries: entries.length, warnings: notes };
  return etag === undefined ? counted : { ...counted, etag };
}

interface Outcome {
  readonly result: AcceptResult;
  readonly before: number | undefined;
  readonly after: number;
  /** Detail of a refusal. */
  readonly detail: string | undefined;
}

function reportAccept(
  { platform: { log, metrics } }: Pick<RefreshParts, 'platform'>,
  { tenant, from }: Refreshed,
  { result, before, after, detail = result }: Outcome,
): void {
  const fields = { tenant, configuration: from.source.id, count: after };
  const isGood = result === 'accepted' || result === 'same';
  const outcome = isGood ? (result === 'same' ? 'unchanged' : 'accepted') : 'refused';
  metrics.count('countersign_trust_list_checks_total', { outcome });
  if (!isGood) log.error('A trust list was refused', { ...fields, reason: 'trust_list_rollback', detail });
  else if (hasShrunk(before, after)) log.error('A trust list lost more than half of its entries', fields);
  else if (result === 'accepted') log.info('A trust list was accepted', fields);
}

async function noteFailure(
  { platform }: Pick<RefreshParts, 'platform'>,
  { own, tenant, from, document }: Refreshed,
  { reason, findings = [] }: FailedCheck,
): Promise<void> {
  const time = timeOf(platform, from);
  await own.update(trustLists, document.id, (present) => failed(present, { reason, findings }, time));
  const outcome = reason === 'trust_list_unreachable' ? 'unreachable' : 'refused';
  platform.metrics.count('countersign_trust_list_checks_total', { outcome });
  const { pointer = '', detail = reason } = findings[0] ?? {};
  const fields = { tenant, configuration: from.source.id, reason, detail, pointer };
  if (outcome === 'refused') platform.log.error('A trust list was refused', fields);
  else platform.log.warn('A trust list could not be fetched', fields);
}

/** Alerts that a list has ended. Until a new one arrives, nothing in it is valid. */
async function reportEnd(
  { platform }: Pick<RefreshParts, 'platform'>,
  { own, tenant, from, document }: Refreshed,
): Promise<void> {
  const present = await own.get(trustLists, document.id);
  if (present?.good === undefined || isInForce(present, from.settings, platform.clock())) return;
  platform.metrics.count('countersign_trust_list_checks_total', { outcome: 'expired' });
  const detail = 'None of its entries is trusted until its operator publishes a new version';
  platform.log.error('A trust list has ended', { tenant, configuration: from.source.id, detail });
}

/** Lists of Europe change seldom, and may be cached for four hours (ETSI TS 119 612, 6.1). */
function timeOf({ clock, random }: Pick<Platform, 'clock' | 'random'>, { source }: TenantSource): CheckTime {
  const interval = source.profile.eu === undefined ? HOUR : 4 * HOUR;
  return { now: clock(), interval, random: (random(1)[0] ?? 0) / 256 };
}
