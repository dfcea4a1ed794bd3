/** Fetches lists when they are due. Only one replica does, and the store keeps the last good list for all of them. */
import type { Outbound } from '@countersign/shared/http/outbound';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { trustLists } from '@countersign/shared/model/tenant/trust-lists';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { hasShrunk } from '../lists/list-changes.ts';
import { ListError } from '../lists/list-error.ts';
import { checkedAgain, type FailedCheck, failed, isInForce } from '../lists/list-transitions.ts';
import {
  type BroughtBytes,
  documentOf,
  isGood,
  isSameList,
  judged,
  type Refreshed,
  type TakenList,
  type TakeParts,
  takeBytes,
  timeOf,
} from './accepted-bytes.ts';
import { type FetchDocument, type FetchedDocuments, fetchDocuments } from './fetch-documents.ts';
import { fetchList } from './fetch-list.ts';
import { conditionsOf, type TenantSource } from './list-sources.ts';
import { digestOf } from './walked-list.ts';

export interface RefreshParts extends TakeParts {
  readonly platform: TakeParts['platform'] & Pick<Platform, 'metrics'>;
  readonly outbound: Outbound;
  /** The tenants that may have lists. */
  readonly tenants: () => Promise<readonly string[]>;
}

/** Milliseconds between two checks for due work. */
const EVERY = 10_000;

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

async function refresh(parts: RefreshParts, one: Refreshed): Promise<void> {
  const { good } = one.document;
  const isSame = good?.under === conditionsOf(one.from);
  const fetched = await fetchOf(parts, one, isSame ? good?.etag : undefined);
  if (fetched.state === 'failed') return noteFailure(parts, one, fetched.failure);
  const brought =
    fetched.state === 'bytes' ? { ...fetched, sha256: digestOf(one.from.source, fetched.bytes) } : undefined;
  if (brought !== undefined && !isSameList(one, brought.sha256)) return acceptBytes(parts, one, brought);
  const time = timeOf(parts.platform, one.from);
  await one.own.update(trustLists, one.document.id, (present) => checkedAgain(present, time));
  parts.platform.metrics.count('countersign_trust_list_checks_total', { outcome: 'unchanged' });
}

async function fetchOf(parts: RefreshParts, one: Refreshed, etag: string | undefined): Promise<FetchedDocuments> {
  try {
    const { clock } = parts.platform;
    const fetch: FetchDocument = (url, known, left) => fetchList(parts.outbound, url, known, left);
    return await fetchDocuments({ ...parts, fetch, clock }, { ...judged(one), now: clock() }, etag);
  } catch (error) {
    if (error instanceof ListError) return { state: 'failed', failure: error };
    throw error;
  }
}

/** Makes bytes the last good list if they follow it. */
async function acceptBytes(parts: RefreshParts, one: Refreshed, brought: BroughtBytes): Promise<void> {
  try {
    reportAccept(parts, one, await takeBytes(parts, one, brought));
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    await noteFailure(parts, one, error);
  }
}

function reportAccept(
  { platform: { log, metrics } }: Pick<RefreshParts, 'platform'>,
  { tenant, from }: Refreshed,
  { result, before, after, detail = result }: TakenList,
): void {
  const fields = { tenant, configuration: from.source.id, count: after };
  const outcome = isGood(result) ? (result === 'same' ? 'unchanged' : 'accepted') : 'refused';
  metrics.count('countersign_trust_list_checks_total', { outcome });
  if (!isGood(result)) log.error('A trust list was refused', { ...fields, reason: 'trust_list_rollback', detail });
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
