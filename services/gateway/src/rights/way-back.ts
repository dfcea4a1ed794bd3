/** Where a wallet's `callback_url` may lead: only to the tenant's registered origins. Pure. */
import { parseRedirectUri } from '@countersign/shared/kernel/redirect-uri';

/** Characters: the address has to fit into the visit's cookie. */
const LONGEST = 1024;

/**
 * @param callbacks origins
 * @returns undefined for every other address: the page then works without a way back
 */
export function wayBack(address: string | undefined, callbacks: readonly string[] = []): string | undefined {
  const url = address === undefined || address.length > LONGEST ? undefined : parseRedirectUri(address);
  const known = callbacks.some((origin) => URL.canParse(origin) && new URL(origin).origin === url?.origin);
  return url?.protocol === 'https:' && known ? url.href : undefined;
}
