/** `status.list`: the signed status list of a tenant. Public. */
import { ProtocolError } from '@countersign/shared/errors';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { statusListUrl } from '@countersign/shared/identifiers';
import { statusLists } from '@countersign/shared/store/status-documents';
import { type BuiltToken, createTokens, type ListState } from './build-token.ts';
import { statusListId } from './lease-positions.ts';
import type { StatusPlatform } from './status-platform.ts';

const CONTENT_TYPE = 'application/statuslist+jwt';

/**
 * Parameter `n` (default 1) -> the status list token.
 * @throws ProtocolError `not_built` for a list of an earlier time, `not_found` for a list that isn't open
 */
export function createList(platform: StatusPlatform, options: { readonly listSize: number }): Operation {
  const tokenOf = createTokens(platform);
  return async (request) => {
    // Token Status List, 8.4: 501 where historical lists are not supported
    if (Object.hasOwn(request.query, 'time')) {
      throw new ProtocolError('not_built', 'Status lists of an earlier time are not offered');
    }
    const state = await listState(platform, request, options.listSize);
    return reply(request, await tokenOf(state), platform.clock());
  };
}

/** List 1 answers before the first credential too: to consumers it looks like any list without revoked entries. */
async function listState(platform: StatusPlatform, request: OperationRequest, listSize: number): Promise<ListState> {
  const { tenant, params } = request;
  const text = params.n ?? '1';
  const n = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  const document = n === undefined ? undefined : await platform.store.get(statusLists, statusListId(tenant, n));
  if (n === undefined || (document === undefined && n !== 1)) {
    throw new ProtocolError('not_found', 'There is no such status list');
  }
  const { size, version } = document ?? { size: listSize, version: 1 };
  return { tenant, n, size, version, uri: statusListUrl(platform.settings.PUBLIC_URL, tenant, n) };
}

function reply(request: OperationRequest, built: BuiltToken, now: number): OperationReply {
  const maxAge = Math.max(0, Math.min(built.ttl, built.exp - Math.ceil(now / 1000)));
  const headers = { etag: built.etag, 'cache-control': `max-age=${maxAge}` };
  if (matchesEntityTag(request.headers['if-none-match'], built.etag)) return { status: 304, headers };
  return { headers, raw: built.token, contentType: CONTENT_TYPE };
}
