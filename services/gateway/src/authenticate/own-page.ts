/**
 * Whether a page of this server makes the call. A browser adds the cookie automatically, so the cookie on its own
 * proves nothing: the header needs a script of our origin, because no other origin is allowed to send it (no CORS), and
 * `Origin` identifies the page.
 */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { DistinctHeaders } from './caller.ts';

const HEADER = 'x-countersign-console';

/**
 * Pure.
 * @param publicOrigin origin of PUBLIC_URL
 * @throws ProtocolError `forbidden`
 */
export function checkOwnPage(headers: DistinctHeaders, method: string, publicOrigin: string): void {
  const [mark, ...others] = headers[HEADER] ?? [];
  if (mark !== '1' || others.length > 0) {
    throw new ProtocolError('forbidden', "The cookie is accepted only from the console's pages", {
      reason: 'console_header',
    });
  }
  const origins = headers.origin ?? [];
  // Browsers send it with every method that may change something.
  const without = origins.length === 0 && (method === 'GET' || method === 'HEAD');
  if (without || (origins.length === 1 && origins[0] === publicOrigin)) return;
  throw new ProtocolError('forbidden', 'The call comes from a page of another origin', {
    reason: 'console_origin',
    facts: { expected: publicOrigin },
  });
}
