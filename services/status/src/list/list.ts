/** `status.list`: the signed status list of a tenant, from memory, in the form that the request accepts. Public. */

import { acceptsGzip } from '@countersign/shared/http/accept-encoding';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { BuiltToken } from './build-token.ts';
import { CONTENT_TYPES, requestedForm } from './list-form.ts';
import { noSuchList } from './published-list.ts';
import type { PublishedLists } from './published-lists.ts';
import type { StatusPlatform } from './status-platform.ts';

/**
 * Parameter `n` (default 1) -> the status list token: CWT if the request prefers it, otherwise JWT, in gzip if that is
 * accepted.
 * @throws ProtocolError `not_built` for a list of a past time, `not_found` for a list that is not open
 */
export function createList({ clock }: Pick<StatusPlatform, 'clock'>, lists: PublishedLists): Operation {
  return async (request) => {
    // Token Status List, 8.4: 501 if historical lists are not supported
    if (Object.hasOwn(request.query, 'time')) {
      throw new ProtocolError('not_built', 'Status lists of an earlier time are not offered', {
        reason: 'not_offered',
        facts: { parameter: 'time' },
      });
    }
    const text = request.params.n ?? '1';
    if (!/^[1-9]\d{0,8}$/.test(text)) throw noSuchList();
    const form = requestedForm(request.headers.accept);
    const list = await lists.get(request.tenant, Number(text), 'cached', form);
    return reply(request, await list.token(form), clock());
  };
}

function reply(request: OperationRequest, built: BuiltToken, now: number): OperationReply {
  const gzip = acceptsGzip(request.headers['accept-encoding']) ? built.gzip : undefined;
  const sent = gzip ?? built.plain;
  const maxAge = Math.max(0, Math.min(built.ttl, built.exp - Math.ceil(now / 1000)));
  const headers = { 'cache-control': `max-age=${maxAge}`, vary: 'accept, accept-encoding' };
  // RFC 9110, 8.8.3.3: each coding has its own tag. A client with any of them has the current list in a form that it
  // accepts.
  const tags = [sent, built.plain, built.gzip].flatMap((encoded) => (encoded === undefined ? [] : [encoded.etag]));
  const known = tags.find((etag) => matchesEntityTag(request.headers['if-none-match'], etag));
  if (known !== undefined) return { status: 304, headers: { ...headers, etag: known } };
  return {
    headers: { ...headers, etag: sent.etag, ...(gzip === undefined ? {} : { 'content-encoding': 'gzip' }) },
    raw: sent.bytes,
    contentType: CONTENT_TYPES[built.form],
  };
}
