/**
 * After the restore of a backup: positions that were given out since it are in wallets, and the store knows nothing of
 * them. So no list of before gets another credential, nor does any number that a list may have had in the meantime.
 */

import type { Allocation } from '@countersign/shared/audit/allocation';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { LAST_RESTORE, restoredAgain, restores } from '@countersign/shared/model/restores';
import { createdEntry } from '@countersign/shared/model/status/status-change';
import { closeList, restoredList, statusListId } from '@countersign/shared/model/status/status-list';
import { type StatusListDocument, statusEntries, statusLists } from '@countersign/shared/model/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import { updateDocument } from '@countersign/shared/store/update-document';
import type { StatusPlatform } from './status-platform.ts';

export interface ClosedLists {
  /** `<tenant>/<n>` of those that were open until now. */
  readonly closed: readonly string[];
  /** All that there are: each has a new version, so that its token is signed anew. */
  readonly lists: number;
  /** Lists that are opened from now on have at least this number. */
  readonly firstList: number;
}

/**
 * Milliseconds that each have a list number of their own. Numbers go up by one for 2^20 credentials and by one for each of
 * these at a restore, so a number after a restore is above all that were in use before it, also above those that came
 * with another restore of the same backup. They have nine digits until the year 2286.
 */
const NUMBER_EVERY = 10_000;
const PAGE = 100;
const WIDTH = 16;

/** No service may run meanwhile: one that holds a leased block goes on with it. May be repeated. */
export async function closeLists(platform: Pick<StatusPlatform, 'store' | 'clock'>): Promise<ClosedLists> {
  const firstList = await raiseFirstList(platform);
  const closed: string[] = [];
  let lists = 0;
  for await (const list of allLists(platform)) {
    const own = ofTenant(platform.store, list.tenant);
    const taken = await own.takeTransition(statusLists, list.id, closeList, list);
    if (taken === undefined) throw new Error(`The status list ${list.id} is gone`);
    lists += 1;
    if (taken.result === 'closed') closed.push(list.id);
  }
  return { closed, lists, firstList };
}

/** First of all: a run that dies behind it has made no list safe that is not. */
async function raiseFirstList({ store, clock }: Pick<StatusPlatform, 'store' | 'clock'>): Promise<number> {
  const at = clock();
  const firstList = Math.ceil(at / NUMBER_EVERY);
  await store.insert(restores, { id: LAST_RESTORE, at, firstList });
  const stored = await updateDocument(store, restores, LAST_RESTORE, (last) => restoredAgain(last, { at, firstList }));
  if (stored === undefined) throw new Error('The mark of the restore is gone');
  return stored.firstList;
}

/**
 * Brings back entries that were made since the backup, as lines of AUDIT_FILE tell of them: without its entry a credential
 * could not be revoked any more. What the store has stays. After `closeLists`; may be repeated.
 * @returns how many it did not have
 */
export async function restoreEntries(
  { store }: Pick<StatusPlatform, 'store'>,
  allocations: readonly Allocation[],
): Promise<number> {
  // A list that was opened since is closed for good: it is there to be asked for.
  const lists = new Map(
    allocations.map(({ entry, size }) => [statusListId(entry.tenant, entry.list), { entry, size }]),
  );
  for (const { entry, size } of lists.values()) {
    const { tenant, list: n } = entry;
    await ofTenant(store, tenant).insert(statusLists, restoredList({ tenant, n, size }));
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
