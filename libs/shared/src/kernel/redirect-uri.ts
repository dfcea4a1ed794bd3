/** Redirect URIs, of wallets and of backends. */

/** Schemes that run or show content in the user's browser instead of opening a wallet. */
export const FORBIDDEN_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'filesystem:',
  'view-source:',
]);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isWebAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** `host`, `host:port`, or an app's `scheme:`. */
const TARGET =
  /^(?:[a-z0-9]([a-z0-9._-]*[a-z0-9])?(:\d{1,5})?|\[[0-9a-f:.]+\](:\d{1,5})?|(?!https?:$)[a-z][a-z0-9+.-]*:)$/i;

/** Whether an entry of REDIRECT_ALLOW has a known form. */
export function isRedirectTarget(entry: string): boolean {
  return TARGET.test(entry);
}

/** The redirect URI with parameters appended; its own query is kept (RFC 6749, 3.1.2). */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value);
  const at = uri.indexOf('?');
  if (at === -1) return `${uri}?${query}`;
  return at === uri.length - 1 || uri.endsWith('&') ? `${uri}${query}` : `${uri}&${query}`;
}

/** An absolute URI of ASCII characters without fragment and user; undefined for anything else. */
export function parseRedirectUri(uri: string): URL | undefined {
  if (uri.length > 2048 || !/^[a-z][a-z0-9+.-]*:/i.test(uri)) return undefined;
  if (uri.includes('#') || /[^\x21-\x7e]|[<>"\\^`{|}]/.test(uri)) return undefined;
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  return url?.username === '' && url.password === '' ? url : undefined;
}
