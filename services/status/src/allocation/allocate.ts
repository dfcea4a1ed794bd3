/** `status.allocate`: indexes for the credentials of one credential request. Internal. */

import { allocationLine } from '@countersign/shared/audit/allocation';
import type { AuditFile } from '@countersign/shared/audit/file';
import { internalBody } from '@countersign/shared/http/internal-body';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type AllocationRequest, allocationRequestSchema } from '@countersign/shared/messages/allocation-request';
import { chainContext, newChain } from '@countersign/shared/model/status/revocation-chain';
import {
  type StatusEntryDocument,
  type StatusListDocument,
  statusEntries,
  statusLists,
} from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { LRUCache } from 'lru-cache';
import { createdEntry } from '../list/status-change-transitions.ts';
import { statusListId } from '../list/status-list-transitions.ts';
import type { StatusPlatform } from '../list/status-platform.ts';
import { type IndexPermutation, indexPermutation } from './index-permutation.ts';
import type { Positions, TakePositions } from './lease-positions.ts';

/** 40 KB each, for the lists that allocate. */
const MAX_PERMUTATIONS = 32;

const read = internalBody(allocationRequestSchema);

/**
 * Body `{session, firstSession?, configuration, request, count, chain?}` -> `{entries: [{uri, idx}]}`. `chain` is
 * `{statuses, until?}`: the status references of the wallet and its keys, and when the credentials expire. Idempotent
 * on session and `request`: a repeat gets the same indexes, from any replica.
 * @param file AUDIT_FILE, which receives a line per allocation
 * @throws ProtocolError `invalid_request`; `conflict` if the same request had another configuration or count
 */
export function createAllocate(platform: StatusPlatform, take: TakePositions, file?: AuditFile): Operation {
  const indexesOf = createIndexes(platform);
  return async (call) => {
    const { tenant } = call;
    const allocation = checkedAllocation(call);
    // The session comes first in the key, so that entries written together are stored together.
    const id = `${tenant}/${allocation.session}/${allocation.request}`;
    const { entry, list } = await insertEntry({ platform, take, indexesOf }, { id, tenant, allocation });
    if (!isFor(entry, allocation)) {
      throw new ProtocolError('conflict', 'The same request was allocated for something else', {
        reason: 'status_request_conflict',
      });
    }
    // Write the line before the response, so that a backup without it also lacks the allocation. A repeat writes it
    // too, because the first call may have crashed before its line.
    if (file !== undefined) await file.append(await lineOf(platform, entry, list));
    return { body: answerOf(platform, entry) };
  };
}

function answerOf(
  { settings }: Pick<StatusPlatform, 'settings'>,
  { tenant, list, indexes }: Pick<StatusEntryDocument, 'tenant' | 'list' | 'indexes'>,
): JsonObject {
  const uri = statusListUrl(settings.PUBLIC_URL, tenant, list);
  return { entries: indexes.map((idx) => ({ uri, idx })) };
}

interface AskedEntry {
  readonly id: string;
  readonly tenant: string;
  readonly allocation: AllocationRequest;
}

interface AllocatedEntry {
  readonly entry: StatusEntryDocument;
  /** Its list; absent if the entry was there already. */
  readonly list?: Pick<StatusListDocument, 'size' | 'bits'> & { readonly keySet?: string | undefined };
}

interface Allocating {
  readonly platform: StatusPlatform;
  readonly take: TakePositions;
  readonly indexesOf: IndexesOf;
}

async function insertEntry(
  { platform, take, indexesOf }: Allocating,
  { id, tenant, allocation }: AskedEntry,
): Promise<AllocatedEntry> {
  const own = ofTenant(platform.store, tenant);
  const positions = await take(tenant, allocation.count, allocation.keySet);
  const now = platform.clock();
  const created = createdEntry({
    ...(await chainOf(platform, { id, tenant, chain: allocation.chain, now })),
    id,
    tenant,
    list: positions.list,
    indexes: await indexesOf(tenant, positions),
    session: allocation.session,
    ...(allocation.firstSession === undefined ? {} : { firstSession: allocation.firstSession }),
    configuration: allocation.configuration,
    changedAt: now,
  });
  const inserted = await own.insert(statusEntries, created);
  if (inserted !== undefined) return { entry: inserted, list: positions };
  // Another call for the same request came first, so use its indexes. This is rare, so there is no read before the
  // write.
  positions.release();
  const entry = await own.get(statusEntries, id);
  if (entry === undefined) throw new Error('A status entry was removed while it was being created');
  return { entry };
}

/** The references are encrypted, because they tell which wallets got credentials together. */
async function chainOf(
  { vaults }: StatusPlatform,
  {
    id,
    tenant,
    chain,
    now,
  }: {
    readonly id: string;
    readonly tenant: string;
    readonly chain: AllocationRequest['chain'];
    readonly now: number;
  },
): Promise<Pick<StatusEntryDocument, 'chain' | 'chainOf' | 'chainDue'>> {
  if (chain === undefined) return {};
  const { statuses, until } = chain;
  const kept = statuses.map(({ uri, idx, of }) => ({ uri, idx, of }));
  const sealed = (await vaults.of(tenant)).seal(JSON.stringify(kept), chainContext(id));
  return newChain(tenant, { sealed, ...(until === undefined ? {} : { until }) }, now);
}

async function lineOf(
  { store }: StatusPlatform,
  entry: StatusEntryDocument,
  list: AllocatedEntry['list'],
): Promise<string> {
  const known = list ?? (await ofTenant(store, entry.tenant).get(statusLists, statusListId(entry.tenant, entry.list)));
  if (known === undefined) throw new Error('A status list was removed');
  const { size, bits = 1, keySet } = known;
  return allocationLine({ entry, size, bits, ...(keySet === undefined ? {} : { keySet }), at: entry.changedAt });
}

type IndexesOf = (tenant: string, positions: Positions) => Promise<readonly number[]>;

/** Caches the permutations by the list's key, of which the tenant's vault has one object. */
function createIndexes({ vaults }: Pick<StatusPlatform, 'vaults'>): IndexesOf {
  const permutations = new LRUCache<Buffer, IndexPermutation>({ max: MAX_PERMUTATIONS });
  return async (tenant, { list, size, first, count }) => {
    const key = (await vaults.of(tenant)).derive(`status-list/${list}/permutation`);
    const indexOf = permutations.get(key) ?? indexPermutation(key, size);
    permutations.set(key, indexOf);
    return Array.from({ length: count }, (_, i) => indexOf(first + i));
  };
}

function isFor(entry: StatusEntryDocument, allocation: AllocationRequest): boolean {
  return (
    entry.session === allocation.session &&
    entry.configuration === allocation.configuration &&
    entry.indexes.length === allocation.count
  );
}

/** @throws ProtocolError `invalid_request` if a reference of the chain has no address */
function checkedAllocation(request: OperationRequest): AllocationRequest {
  const allocation = read(request);
  const statuses = allocation.chain?.statuses ?? [];
  if (statuses.every(({ uri }) => URL.canParse(uri))) return allocation;
  throw new ProtocolError('invalid_request', 'chain has references to status lists', { reason: 'internal_request' });
}
