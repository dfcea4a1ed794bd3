/** `status.allocate`: indexes for the credentials of one credential request. Internal. */

import { allocationLine } from '@countersign/shared/audit/allocation';
import type { AuditFile } from '@countersign/shared/audit/file';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { type ChainedStatus, chainContext, newChain } from '@countersign/shared/model/status/revocation-chain';
import { type StatusEntryDocument, statusEntries, statusLists } from '@countersign/shared/model/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { statusEntry } from '@countersign/shared/trust/status-reference';
import { LRUCache } from 'lru-cache';
import { createdEntry } from '../list/status-change-transitions.ts';
import { statusListId } from '../list/status-list-transitions.ts';
import type { StatusPlatform } from '../list/status-platform.ts';
import { type IndexPermutation, indexPermutation } from './index-permutation.ts';
import type { Positions, TakePositions } from './lease-positions.ts';

/** At most this many credentials per request. */
const MAX_COUNT = 100;

/** Two of each attestation of a batch, and that of the wallet. */
const MAX_STATUSES = 101;

/** Longest configuration id. */
const MAX_TEXT = 128;
/** Room for a session id and for any hash: with a tenant before them, still a document id. */
const MAX_SESSION = 62;
const MAX_REQUEST = 64;

/** 40 KB each, for the lists that allocate. */
const MAX_PERMUTATIONS = 32;

interface Allocation {
  readonly session: string;
  /** Where credentials may be renewed with a refresh token: the session of the first issuance. */
  readonly firstSession?: string;
  readonly configuration: string;
  /** Hash of the credential request. */
  readonly request: string;
  readonly count: number;
  readonly chain?: { readonly statuses: readonly ChainedStatus[]; readonly until?: number };
}

/**
 * Body `{session, firstSession?, configuration, request, count, chain?}` -> `{entries: [{uri, idx}]}`.
 * `chain` is `{statuses, until?}`: where the status of the wallet and of its keys stands, and when the credentials have ended.
 * Idempotent on session and `request`: a repeat gets the same indexes, from any replica.
 * @param file AUDIT_FILE, which gets a line per allocation
 * @throws ProtocolError `invalid_request`; `conflict` where the same request had another configuration or count
 */
export function createAllocate(platform: StatusPlatform, take: TakePositions, file?: AuditFile): Operation {
  const indexesOf = createIndexes(platform);
  return async (call) => {
    const { tenant } = call;
    const allocation = parseAllocation(bodyObject(call));
    // The session comes first in the key, so that entries written together are stored together.
    const id = `${tenant}/${allocation.session}/${allocation.request}`;
    const { entry, size } = await insertEntry({ platform, take, indexesOf }, { id, tenant, allocation });
    if (!isFor(entry, allocation)) {
      throw new ProtocolError('conflict', 'The same request was allocated for something else', {
        reason: 'status_request_conflict',
      });
    }
    // The line is written before the answer: a backup from before the allocation does not have it. A repeat writes it too,
    // because the first call may have crashed before its line.
    if (file !== undefined) await file.append(await lineOf(platform, entry, size));
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
  readonly allocation: Allocation;
}

interface AllocatedEntry {
  readonly entry: StatusEntryDocument;
  /** Size of the list; absent where the entry was there already. */
  readonly size?: number;
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
  const positions = await take(tenant, allocation.count);
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
  if (inserted !== undefined) return { entry: inserted, size: positions.size };
  // An earlier call of the same request was first: its indexes count. This is rare, so nothing is read before.
  positions.release();
  const entry = await own.get(statusEntries, id);
  if (entry === undefined) throw new Error('A status entry was removed while it was made');
  return { entry };
}

/** The references are sealed: they tell which wallets got credentials together. */
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
    readonly chain: Allocation['chain'];
    readonly now: number;
  },
): Promise<Pick<StatusEntryDocument, 'chain' | 'chainOf' | 'chainDue'>> {
  if (chain === undefined) return {};
  const { statuses, until } = chain;
  const sealed = (await vaults.of(tenant)).seal(JSON.stringify(statuses), chainContext(id));
  return newChain(tenant, { sealed, ...(until === undefined ? {} : { until }) }, now);
}

async function lineOf({ store }: StatusPlatform, entry: StatusEntryDocument, size?: number): Promise<string> {
  const known =
    size ?? (await ofTenant(store, entry.tenant).get(statusLists, statusListId(entry.tenant, entry.list)))?.size;
  if (known === undefined) throw new Error('A status list was removed');
  return allocationLine({ entry, size: known, at: entry.changedAt });
}

type IndexesOf = (tenant: string, positions: Positions) => Promise<readonly number[]>;

/** Keeps the permutations by the key of the list, of which the vault of the tenant keeps one object. */
function createIndexes({ vaults }: Pick<StatusPlatform, 'vaults'>): IndexesOf {
  const permutations = new LRUCache<Buffer, IndexPermutation>({ max: MAX_PERMUTATIONS });
  return async (tenant, { list, size, first, count }) => {
    const key = (await vaults.of(tenant)).derive(`status-list/${list}/permutation`);
    const indexOf = permutations.get(key) ?? indexPermutation(key, size);
    permutations.set(key, indexOf);
    return Array.from({ length: count }, (_, i) => indexOf(first + i));
  };
}

function isFor(entry: StatusEntryDocument, allocation: Allocation): boolean {
  return (
    entry.session === allocation.session &&
    entry.configuration === allocation.configuration &&
    entry.indexes.length === allocation.count
  );
}

function parseAllocation(body: ReturnType<typeof bodyObject>): Allocation {
  const { session, firstSession, configuration, request, count } = body;
  if (!isText(session, MAX_SESSION) || !isText(configuration, MAX_TEXT) || !isText(request, MAX_REQUEST)) {
    throw invalid('session, configuration and request are short texts');
  }
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    throw invalid(`count is an integer from 1 to ${MAX_COUNT}`);
  }
  if (firstSession !== undefined && !isText(firstSession, MAX_SESSION)) {
    throw invalid('firstSession is a short text');
  }
  const chain = parseChain(body.chain);
  const first = firstSession === undefined ? {} : { firstSession };
  return { session, ...first, configuration, request, count, ...(chain === undefined ? {} : { chain }) };
}

function parseChain(chain: Json | undefined): Allocation['chain'] {
  if (chain === undefined) return undefined;
  const { statuses, until } = isObject(chain) ? chain : {};
  if (!Array.isArray(statuses) || statuses.length === 0 || statuses.length > MAX_STATUSES) throw invalidChain();
  if (until !== undefined && typeof until !== 'number') throw invalidChain();
  return { statuses: statuses.map(parseStatus), ...(until === undefined ? {} : { until }) };
}

function parseStatus(status: Json): ChainedStatus {
  const entry = statusEntry({ status_list: status });
  const of = isObject(status) ? status.of : undefined;
  if (entry === undefined || (of !== 'wallet' && of !== 'keys')) throw invalidChain();
  return { ...entry, of };
}

function invalidChain(): ProtocolError {
  return invalid('chain has references to status lists, and may have an end');
}

function invalid(description: string): ProtocolError {
  return new ProtocolError('invalid_request', description, { reason: 'internal_request' });
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}
