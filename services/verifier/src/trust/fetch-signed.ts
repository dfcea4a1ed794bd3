/** Fetches a document that is verified by its own signature, from an address that a verified certificate names. */
import type { Outbound, OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Follows one redirect of a GET, to an address that is guarded like the first one.
 * @throws OutboundError; `protocol` for any status but 200, `unreachable` for a server error
 */
export async function fetchSigned(outbound: Outbound, request: OutboundRequest): Promise<Buffer> {
  const first = await outbound.request(request);
  const location = REDIRECTS.has(first.status) && request.method === 'GET' ? first.headers.location : undefined;
  const isUsable = location !== undefined && URL.canParse(location, request.url);
  const { status, body } = isUsable
    ? await outbound.request({ ...request, url: new URL(location, request.url).href })
    : first;
  if (status === 200) return body;
  throw new OutboundError(status >= 500 || status === 429 ? 'unreachable' : 'protocol');
}
