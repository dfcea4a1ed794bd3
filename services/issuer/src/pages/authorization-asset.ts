/** `GET /authorize/assets/{file}`: script and style of the authorization page. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { pageAsset } from './authorization-page-assets.ts';

/** Seconds; the name changes with the content. */
const YEAR = 31_536_000;

/** @returns the operation; it throws ProtocolError `not_found` */
export function authorizationAsset(): Operation {
  return async ({ params }) => {
    const found = pageAsset(params.file ?? '');
    if (found === undefined)
      throw new ProtocolError('not_found', 'There is nothing at this address', { reason: 'page_file' });
    const { asset, exact } = found;
    const cache = exact ? `public, max-age=${YEAR}, immutable` : 'no-store';
    return { raw: asset.content, contentType: asset.contentType, headers: { 'cache-control': cache } };
  };
}
