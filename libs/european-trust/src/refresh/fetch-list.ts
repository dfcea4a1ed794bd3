/** Fetches a list with the guarded client: no redirects, no compression, limits on everything. */
import type { Outbound } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import type { FailedCheck } from '../lists/list-transitions.ts';
import { MAX_LIST_BYTES } from '../lists/signed-list.ts';

/** Milliseconds for all requests of a list of up to 16 MiB. */
const TIMEOUT = 30_000;

export type Fetched =
  | { readonly state: 'bytes'; readonly bytes: Buffer; readonly etag?: string }
  | { readonly state: 'unchanged' }
  | { readonly state: 'failed'; readonly failure: FailedCheck };

/** Errors of responses that are not a list. All other errors mean that there was no response. */
const REFUSED: ReadonlySet<string> = new Set(['too_large', 'encoding']);

/** The promise rejects for defects only. @param etag of the last good list @param left milliseconds */
export async function fetchList(
  outbound: Outbound,
  url: string,
  etag: string | undefined,
  left = TIMEOUT,
): Promise<Fetched> {
  if (left <= 0) return unreachable('The documents took too long together');
  try {
    const { status, headers, body } = await outbound.request({
      url,
      method: 'GET',
      maxBytes: MAX_LIST_BYTES,
      timeout: Math.min(left, TIMEOUT),
      ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
    });
    if (status === 304 && etag !== undefined) return { state: 'unchanged' };
    if (status !== 200) return unreachable(`The server returned ${status}`);
    return { state: 'bytes', bytes: body, ...(isEntityTag(headers.etag) ? { etag: headers.etag } : {}) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (!REFUSED.has(error.code)) return unreachable(`The request failed: ${error.code}`);
    const finding = { pointer: '', detail: `The response is not a list: ${error.code}` };
    return { state: 'failed', failure: { reason: 'trust_list_malformed', findings: [finding] } };
  }
}

function unreachable(detail: string): Fetched {
  return { state: 'failed', failure: { reason: 'trust_list_unreachable', findings: [{ pointer: '', detail }] } };
}

/** Any other string from the server is not sent back. */
function isEntityTag(text: string | undefined): text is string {
  return text !== undefined && /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text);
}
