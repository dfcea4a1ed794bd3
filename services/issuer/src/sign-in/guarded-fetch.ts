/**
 * openid-client's `fetch`, through the guarded outbound client: public addresses only, no redirects, bounded responses.
 */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { CustomFetch } from 'openid-client';

/** Largest metadata, key set, token response or claims of a user. */
const MAX_BYTES = 256 * 1024;
/** Milliseconds for one request to a provider. */
const PATIENCE = 8000;

/** @returns a fetch that rejects with OutboundError if there is no usable response */
export function guardedFetch(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST')
      throw new TypeError(`A provider can be called with GET and POST, not ${method}`);
    const answer = await outbound.request({
      url,
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      maxBytes: MAX_BYTES,
      timeout: PATIENCE,
      ...(signal === undefined ? {} : { signal }),
    });
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
}
