/** `GET /status-lists`: the status lists of a tenant, how full each is, and when its token was signed. */
import type { Operation } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { isoTime } from '@countersign/shared/kernel/clock';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { type StatusListDocument, statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { PublishedLists } from './published-lists.ts';
import type { StatusPlatform } from './status-platform.ts';

const PAGE = 20;
/** Number of lists to read concurrently: each may need its bits. */
const WIDTH = 4;

/** By number, the one now allocating first; in pages, through the header Link. */
export function createStatusLists(platform: StatusPlatform, lists: PublishedLists): Operation {
  return async ({ tenant, query, url }) => {
    const limit = query.limit === undefined ? PAGE : Number(query.limit);
    const found = await ofTenant(platform.store, tenant).find(statusLists, {
      index: 'list',
      order: 'descending',
      limit,
      ...(query.after === undefined ? {} : { after: query.after }),
    });
    const body = await mapConcurrent(WIDTH, found.documents, (list) => view(platform, lists, list));
    if (found.next === undefined) return { body };
    return { body, headers: { link: nextLink({ url, query, keep: [], limit, after: found.next }) } };
  };
}

/**
 * Positions are leased in blocks, so up to one block per process counts as used but has no credentials. A list closed
 * before it was full has no free positions.
 */
async function view(
  { settings }: StatusPlatform,
  lists: PublishedLists,
  { tenant, n, size, allocated, closed, keySet }: StatusListDocument,
): Promise<JsonObject> {
  const token = await (await lists.get(tenant, n, 'cached')).token();
  return {
    number: n,
    uri: statusListUrl(settings.PUBLIC_URL, tenant, n),
    size,
    used: allocated,
    free: closed ? 0 : size - allocated,
    closed,
    ...(keySet === undefined ? {} : { keySet }),
    publishedAt: isoTime((token.exp - settings.STATUS_LIST_EXPIRY) * 1000),
    expiresAt: isoTime(token.exp * 1000),
  };
}
