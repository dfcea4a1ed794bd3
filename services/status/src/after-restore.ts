/**
 * After the restore of a backup: wallets have positions that were allocated after the backup and are missing in the
 * store. So no list from the backup gets another credential, nor is any list number reused that may have been in use.
 */

import type { Allocation } from '@countersign/shared/audit/allocation';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { LAST_RESTORE, restoredAgain, restores } from '@countersign/shared/model/restores';
import { type StatusListDocument, statusEntries, statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import { updateDocument } from '@countersign/shared/store/update-document';
import { createdEntry } from './list/status-change-transitions.ts';
import { closeList, restoredList, statusListId } from './list/status-list-transitions.ts';
import type { StatusPlatform } from './list/status-platform.ts';

export interface ClosedLists {
  /** `<tenant>/<n>` for the lists that this run closed. */
  readonly closed: readonly string[];
  /** Number of all lists: each receives a new version, so that its token is signed again. */
  readonly lists: number;
  /** New lists have at least this number. */
  readonly firstList: number;
}

/**
 * A restore raises the first list number to the time in units of this many milliseconds. Otherwise a number is used per
 * 2^20 credentials, so a number after a restore is above all earlier ones, including those of another restore of the
 * same backup. Numbers have nine digits until the year 2286.
 */
const NUMBER_EVERY = 10_000;
const PAGE = 100;
const WIDTH = 16;

/** No service may run during this: one with a leased block would use its positions. May be repeated. */
export async function closeLists(platform: Pick<StatusPlatform, 'store' | 'clock'>): Promise<ClosedLists> {
  const firstList = await raiseFirstList(platform);
  const closed: string[] = [];
  let lists = 0;
  for await (const list of allLists(platform)) {
    const own = ofTenant(platform.store, list.tenant);
    const taken = await own.takeTransition(statusLists, list.id, closeList, list);
    if (taken === undefined) throw new Error(`The status list ${list.id} was removed`);
    lists += 1;
    if (taken.result === 'closed') closed.push(list.id);
  }
  return { closed, lists, firstList };
}

/** Runs before any list is closed: a run that crashes later has closed no list without a safe first number. */
async function raiseFirstList({ store, clock }: Pick<StatusPlatform, 'store' | 'clock'>): Promise<number> {
  const at = clock();
  const firstList = Math.ceil(at / NUMBER_EVERY);
  await store.insert(restores, { id: LAST_RESTORE, at, firstList });
  const stored = await updateDocument(store, restores, LAST_RESTORE, (last) => restoredAgain(last, { at, firstList }));
  if (stored === undefined) throw new Error("The restore's mark was removed");
  return stored.firstList;
}

/**
 * Restores entries created since the backup, from lines in AUDIT_FILE, because a credential without its entry cannot be
 * revoked. Entries in the store stay unchanged. Runs after `closeLists`; can be repeated.
 * @returns how many entries were missing
 */
export async function restoreEntries(
  { store }: Pick<StatusPlatform, 'store'>,
  allocations: readonly Allocation[],
): Promise<number> {
  // A list that was opened after the backup is created closed: it is published, but receives no credentials.
  const lists = new Map(
    allocations.map((allocation) => [statusListId(allocation.entry.tenant, allocation.entry.list), allocation]),
  );
  for (const { entry, size, bits, keySet } of lists.values()) {
    const { tenant, list: n } = entry;
    await ofTenant(store, tenant).insert(statusLists, restoredList({ tenant, n, size, bits, keySet }));
  }
  const inserted = await mapConcurrent(WIDTH, allocations, ({ entry, at }) =>
    ofTenant(store, entry.tenant).insert(statusEntries, createdEntry({ ...entry, changedAt: at })),
  );
  return inserted.filter((entry) => entry !== undefined).length;
}

async function* allLists({ store }: Pick<StatusPlatform, 'store'>): AsyncGenerator<StatusListDocument> {
  for await (const documents of pages(store, overAllTenants(statusLists), { index: 'list', limit: PAGE }))
    yield* documents;
}
