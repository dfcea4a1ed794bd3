/** Reads the entries of a list that were ever changed, some at a time. */
import { setImmediate as turn } from 'node:timers/promises';
import type { StatusEntryDocument } from '@countersign/shared/model/status-documents';
import { statusEntries } from '@countersign/shared/model/status-documents';
import type { StatusPlatform } from './status-platform.ts';

/** Parsing so many takes about 5 ms, which is the longest that others wait for. */
const PAGE = 500;

/**
 * In ascending order of their stamps. Stamps are never lowered, so an entry that is changed meanwhile moves ahead of the
 * reader, and is met there.
 * @param from first stamp; without it all of them
 */
export async function* changedEntries(
  { store }: Pick<StatusPlatform, 'store'>,
  listId: string,
  from?: number,
): AsyncGenerator<readonly StatusEntryDocument[]> {
  const query = { index: 'changed', equal: [listId], limit: PAGE, ...(from === undefined ? {} : { from }) };
  let after: string | undefined;
  do {
    const found = await store.find(statusEntries, after === undefined ? query : { ...query, after });
    yield found.documents;
    after = found.next;
    // A store in the process answers without ever leaving the turn.
    if (after !== undefined) await turn();
  } while (after !== undefined);
}
