/**
 * Allocates positions of a tenant's lists: a process leases a block by compare-and-set, and takes positions from it.
 * A crash costs the rest of a block, never a duplicate.
 */

import type { OwnBits } from '@countersign/shared/crypto/status-bits';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import { type StatusListDocument, statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { leasePositions, type NewStatusList, openedList } from '../list/status-list-transitions.ts';
import type { StatusPlatform } from '../list/status-platform.ts';

export interface LeaseOptions {
  /** Entries of a list, a multiple of 8. */
  readonly listSize: number;
  /** Number of positions to lease together. */
  readonly blockSize: number;
}

export interface Positions {
  readonly list: number;
  readonly size: number;
  readonly bits: OwnBits;
  readonly keySet?: string | undefined;
  readonly first: number;
  readonly count: number;
  /** Releases unused positions. They are reused only if no later ones were taken. */
  release(): void;
}

/**
 * Takes `count` positions, all of one list whose entries are large enough for the tenant's profile; no position is taken twice.
 * @param keySet that signs the credentials, and so the list
 */
export type TakePositions = (tenant: string, count: number, keySet?: string) => Promise<Positions>;

/** Most tenants have one, or one for each key set. */
const LISTS_AT_ONCE = 10;

interface Need {
  readonly keySet: string | undefined;
  readonly count: number;
  readonly bits: OwnBits;
}

interface Block {
  readonly list: number;
  readonly size: number;
  readonly bits: OwnBits;
  readonly end: number;
  next: number;
}

/** Creates the allocator of one process. */
export function createLeases(platform: StatusPlatform, options: LeaseOptions): TakePositions {
  const blocks = new Map<string, Block>();
  const leasing = new Map<string, Promise<void>>();

  const lease = async (place: string, tenant: string, need: Need): Promise<void> => {
    try {
      blocks.set(place, await leaseBlock(platform, tenant, need, options));
    } finally {
      leasing.delete(place);
    }
  };

  return async (tenant, count, keySet) => {
    const place = keySet === undefined ? tenant : `${tenant}/${keySet}`;
    const bits = platform.requirementsOf(tenant).statusBits;
    for (;;) {
      const block = blocks.get(place);
      // No await between the check and the increment: within the process they are atomic.
      if (block !== undefined && block.end - block.next >= count && block.bits >= bits) {
        const first = block.next;
        block.next += count;
        const release = (): void => {
          if (block.next === first + count) block.next = first;
        };
        const { list, size } = block;
        return { list, size, bits: block.bits, keySet, first, count, release };
      }
      const running = leasing.get(place) ?? lease(place, tenant, { count, bits, keySet });
      leasing.set(place, running);
      await running;
    }
  };
}

async function leaseBlock(
  platform: StatusPlatform,
  tenant: string,
  { count, bits, keySet }: Need,
  { listSize, blockSize }: LeaseOptions,
): Promise<Block> {
  if (count > listSize) throw new RangeError('more positions than a list has');
  for (;;) {
    const { last, n } = await lastList(platform, tenant, keySet);
    const leasing = last === undefined ? undefined : leasePositions(last, { count, blockSize, bits });
    if (leasing?.result === undefined) {
      await openList(platform, { tenant, n: n + 1, size: listSize, bits, keySet });
      continue;
    }
    const stored = await ofTenant(platform.store, tenant).replace(statusLists, leasing.document);
    const { first, end } = leasing.result;
    if (stored !== undefined) return { list: stored.n, size: stored.size, bits: stored.bits ?? 1, next: first, end };
  }
}

interface LastList {
  /** Last list of the key set. */
  readonly last?: StatusListDocument;
  /** Number of the tenant's last list; 0: the tenant has no list. */
  readonly n: number;
}

/** Lists of all sets have their numbers from one sequence. */
async function lastList(platform: StatusPlatform, tenant: string, keySet: string | undefined): Promise<LastList> {
  const query = { index: 'list', order: 'descending', limit: LISTS_AT_ONCE } as const;
  let n = 0;
  for await (const documents of ofTenant(platform.store, tenant).pages(statusLists, query)) {
    n ||= documents[0]?.n ?? 0;
    const last = documents.find((list) => list.keySet === keySet);
    if (last !== undefined) return { last, n };
  }
  return { n };
}

/** Opens the next list. Insert-if-absent: if another replica opened it, that list is used. */
async function openList(platform: StatusPlatform, list: NewStatusList): Promise<void> {
  const { tenant } = list;
  // Lower numbers may have been in use between the backup and its restore.
  const restore = await platform.store.get(restores, LAST_RESTORE);
  const n = Math.max(list.n, restore?.firstList ?? 1);
  const inserted = await ofTenant(platform.store, tenant).insert(statusLists, openedList({ ...list, n }));
  if (inserted !== undefined) platform.log.info('Status list opened', { tenant, count: n });
}
