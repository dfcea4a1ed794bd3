/**
 * Whether a page of this server posts a wallet's response. The path contains a reference that only this page has. A
 * page of another site that learned it must not post in the browser's name. Browsers set both headers; scripts cannot.
 */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { DistinctHeaders } from './caller.ts';

/**
 * Pure.
 * @param publicOrigin origin of PUBLIC_URL
 * @throws ProtocolError `forbidden`
 */
export function checkSameOrigin(headers: DistinctHeaders, method: string, publicOrigin: string): void {
  const origins = headers.origin ?? [];
  const sites = headers['sec-fetch-site'] ?? [];
  // Browsers send Origin with every method that may change something.
  const without = origins.length === 0 && (method === 'GET' || method === 'HEAD');
  const named = without || (origins.length === 1 && origins[0] === publicOrigin);
  if (named && sites.every((site) => site === 'same-origin')) return;
  throw new ProtocolError('forbidden', 'The call comes from a page of another origin', {
    reason: 'page_origin',
    facts: { expected: publicOrigin },
  });
}
