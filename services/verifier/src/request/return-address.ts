/** The addresses that a backend may redirect its own user to. */

import { portOf } from '@countersign/shared/kernel/address';
import { FORBIDDEN_SCHEMES, isWebAddress, parseRedirectUri } from '@countersign/shared/kernel/redirect-uri';

/** Whether a backend may redirect its own user there: https, loopback http, or a scheme of an app, with or without a dot. */
export function isReturnAddress(uri: string): boolean {
  const url = parseRedirectUri(uri);
  if (url === undefined) return false;
  return isWebAddress(url) || (url.protocol !== 'http:' && !FORBIDDEN_SCHEMES.has(url.protocol));
}

/**
 * Whether a redirect URI is one of the targets; true if there are no targets.
 * @param uri a URI that `isReturnAddress` accepts
 * @param targets REDIRECT_ALLOW: a host (with any port, or exactly one; subdomains don't match) or an app's scheme
 */
export function leadsTo(uri: string, targets: readonly string[]): boolean {
  if (targets.length === 0) return true;
  const url = new URL(uri);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  const names = web ? [url.hostname, `${url.hostname}:${portOf(url)}`] : [url.protocol];
  return targets.some((target) => names.includes(target.toLowerCase()));
}
