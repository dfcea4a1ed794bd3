/**
 * After the restore of a backup: positions that were given out since it are in wallets, and the store knows nothing of
 * them. So no list of before gets another credential, nor does any number that a list may have had in the meantime.
 */

import type { Allocation } from '@countersign/shared/audit/allocation';
import { sideBySide } from '@countersign/shared/kernel/map-concurrent';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import { type StatusListDocument, statusEntries, statusLists } from '@countersign/shared/model/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import { updateDocument } from '@countersign/shared/store/update-document';
import { statusListId } from './lease-positions.ts';
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
    const stored = await ofTenant(platform.store, list.tenant).update(statusLists, list.id, raised, list);
    if (stored === undefined) throw new Error(`The status list ${list.id} is gone`);
    lists += 1;
    if (!list.closed) closed.push(list.id);
  }
  return { closed, lists, firstList };
}

function raised(list: StatusListDocument): StatusListDocument {
  return { ...list, closed: true, version: list.version + 1 };
}

/** First of all: a run that dies behind it has made no list safe that is not. */
async function raiseFirstList({ store, clock }: Pick<StatusPlatform, 'store' | 'clock'>): Promise<number> {
  const at = clock();
  const firstList = Math.ceil(at / NUMBER_EVERY);
  await store.insert(restores, { id: LAST_RESTORE, at, firstList });
  const stored = await updateDocument(store, restores, LAST_RESTORE, (last) => ({
    ...last,
    at,
    firstList: Math.max(last.firstList, firstList),
  }));
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
  for (const [id, { entry, size }] of lists) {
    const list = { id, tenant: entry.tenant, n: entry.list, size, allocated: size, version: 1, closed: true };
    await ofTenant(store, list.tenant).insert(statusLists, list);
  }
  const inserted = await sideBySide(WIDTH, allocations, ({ entry, at }) =>
    ofTenant(store, entry.tenant).insert(statusEntries, { ...entry, value: 0, changedAt: at, outbox: [] }),
  );
  return inserted.filter((entry) => entry !== undefined).length;
}

async function* allLists({ store }: Pick<StatusPlatform, 'store'>): AsyncGenerator<StatusListDocument> {
  for await (const documents of pages(store, overAllTenants(statusLists), { index: 'list', limit: PAGE }))
    yield* documents;
}
