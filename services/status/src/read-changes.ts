/** Reads the entries of a list that were ever changed, some at a time. */
import { setImmediate as turn } from 'node:timers/promises';
import type { StatusEntryDocument } from '@countersign/shared/model/status-documents';
import { statusEntries } from '@countersign/shared/model/status-documents';
import type { TenantStore } from '@countersign/shared/store/of-tenant';

/** Parsing so many takes about 5 ms, which is the longest that others wait for. */
const PAGE = 500;

/**
 * In ascending order of their stamps. Stamps are never lowered, so an entry that is changed meanwhile moves ahead of the
 * reader, and is met there.
 * @param from first stamp; without it all of them
 */
export async function* changedEntries(
  own: Pick<TenantStore, 'pages'>,
  listId: string,
  from?: number,
): AsyncGenerator<readonly StatusEntryDocument[]> {
  const query = { index: 'changed', equal: [listId], limit: PAGE, ...(from === undefined ? {} : { from }) };
  for await (const entries of own.pages(statusEntries, query)) {
    yield entries;
    // A store in the process answers without ever leaving the turn.
    await turn();
  }
}
