/** A page of a list whose index has more documents than its filters let through. */
import type { DocumentPage, FindQuery } from '@countersign/shared/store/port';

/** At most this many pages of the store are read per request. The response's link continues. */
const MAX_PAGES = 20;

export interface Matching<T> {
  readonly limit: number;
  readonly after: string | undefined;
  readonly find: (page: Pick<FindQuery, 'order' | 'limit' | 'after'>) => Promise<DocumentPage<T>>;
  readonly matches: (document: T) => boolean;
}

/** Newest first. Fewer documents than `limit` with a `next` only after `MAX_PAGES` pages of the store. */
export async function matchingPage<T>({ limit, after, find, matches }: Matching<T>): Promise<DocumentPage<T>> {
  const documents: T[] = [];
  let next = after;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rest = { limit: limit - documents.length, ...(next === undefined ? {} : { after: next }) };
    const found = await find({ order: 'descending', ...rest });
    documents.push(...found.documents.filter(matches));
    next = found.next;
    if (next === undefined || documents.length >= limit) break;
  }
  return { documents, ...(next === undefined ? {} : { next }) };
}
