/** Reads the entries of a list that were ever changed, page by page. */
import { setImmediate as turn } from 'node:timers/promises';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import { statusEntries } from '@countersign/shared/model/status/status-documents';
import type { TenantStore } from '@countersign/shared/store/of-tenant';

/** Parsing a page blocks the event loop for about 5 ms. */
const PAGE = 500;

/**
 * Yields entries in ascending order of their stamps. Stamps are never lowered, so an entry that changes during the read
 * moves ahead of the reader, which reads it there.
 * @param from first stamp; without it all entries
 */
export async function* changedEntries(
  own: Pick<TenantStore, 'pages'>,
  listId: string,
  from?: number,
): AsyncGenerator<readonly StatusEntryDocument[]> {
  const query = { index: 'changed', equal: [listId], limit: PAGE, ...(from === undefined ? {} : { from }) };
  for await (const entries of own.pages(statusEntries, query)) {
    yield entries;
    // An embedded store responds without leaving the turn of the event loop.
    await turn();
  }
}
