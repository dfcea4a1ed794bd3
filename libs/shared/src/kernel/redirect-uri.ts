import { portOf } from './address.ts';
import { ProtocolError } from './errors.ts';
import { factUrl } from './reasons/facts.ts';
import type { FactsOf, Reasoned } from './reasons/reasons.ts';
import { urlDifference } from './reasons/url-difference.ts';

/** RFC 8252, 7.1: a private-use scheme is a reversed domain name, so it has a dot; schemes of systems and browsers have none. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/** Schemes that run or show content in the user's browser instead of opening a wallet. */
const FORBIDDEN = new Set([
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

/** Schemes without a dot that open programs of the system or servers: no installation may admit them for wallets. */
const OF_SYSTEM =
  /^(?:https?|wss?|ftps?|sftp|ssh|telnet|ldaps?|smb|jar|mailto|tel|sms|news|intent|chrome|edge|ms-.*):$/;

/** Whether an installation may admit a scheme (without its colon) for the redirect URIs of public clients. */
export function isAdmissibleScheme(scheme: string): boolean {
  const protocol = `${scheme}:`;
  return /^[a-z][a-z0-9+.-]{0,63}$/.test(scheme) && !FORBIDDEN.has(protocol) && !OF_SYSTEM.test(protocol);
}

/** Where a client may be redirected to. */
export interface RedirectTargets {
  /** The URIs that the client has registered; undefined for a public client. */
  readonly redirectUris?: readonly string[];
  /** Additional schemes, without colon, that the installation admits for public clients. */
  readonly redirectSchemes?: readonly string[];
}

/**
 * Checks the redirect URI of a wallet (RFC 6749, 3.1.2; RFC 9700, 2.1; RFC 8252, 7). A public client may use any https
 * URL, loopback http URL or private-use scheme with a dot; the URI is pinned to this one request.
 * @throws ProtocolError `invalid_request`
 */
export function checkRedirectUri(
  uri: string | undefined,
  { redirectUris: registered, redirectSchemes = [] }: RedirectTargets = {},
): string {
  if (uri === undefined || uri === '') {
    const facts = { parameter: 'redirect_uri' };
    throw new ProtocolError('invalid_request', 'redirect_uri is missing', { reason: 'parameter_missing', facts });
  }
  if (registered !== undefined) {
    // RFC 9700, 4.1.3: exact string comparison.
    if (!registered.includes(uri)) {
      const facts = unregistered(uri, registered);
      throw new ProtocolError('invalid_request', 'redirect_uri is not registered', { reason: 'redirect_uri', facts });
    }
    return uri;
  }
  const url = parse(uri);
  if (url === undefined) {
    throw new ProtocolError('invalid_request', 'redirect_uri is not acceptable', otherKind(uri));
  }
  const admitted = redirectSchemes.includes(url.protocol.slice(0, -1));
  if (!isWebAddress(url) && !PRIVATE_USE.test(url.protocol) && !admitted) {
    throw new ProtocolError(
      'invalid_request',
      'redirect_uri must be https, a loopback address or a private-use scheme with a dot',
      otherKind(uri),
    );
  }
  return uri;
}

/** A registered URI of the same host says best how this one differs. */
function unregistered(uri: string, registered: readonly string[]): FactsOf<'redirect_uri'> {
  const received = factUrl(uri);
  const differences = registered.map((one) => urlDifference(one, uri));
  const difference = differences.find((one) => one !== undefined && !FAR.has(one)) ?? differences[0];
  return {
    expectedAny: registered.map((one) => factUrl(one) ?? ''),
    ...(received === undefined ? {} : { received }),
    ...(difference === undefined ? {} : { difference }),
  };
}

const FAR: ReadonlySet<string> = new Set(['another scheme', 'another host', 'no URL']);

function otherKind(uri: string): Reasoned {
  const received = factUrl(uri);
  return { reason: 'redirect_uri_kind', facts: received === undefined ? {} : { received } };
}

/** Whether a backend may redirect its own user there: https, loopback http, or a scheme of an app, with or without a dot. */
export function isReturnAddress(uri: string): boolean {
  const url = parse(uri);
  if (url === undefined) return false;
  return isWebAddress(url) || (url.protocol !== 'http:' && !FORBIDDEN.has(url.protocol));
}

function isWebAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** `host`, `host:port`, or `scheme:` of an app. */
const TARGET =
  /^(?:[a-z0-9]([a-z0-9._-]*[a-z0-9])?(:\d{1,5})?|\[[0-9a-f:.]+\](:\d{1,5})?|(?!https?:$)[a-z][a-z0-9+.-]*:)$/i;

/** Whether an entry of REDIRECT_ALLOW has a known form. */
export function isRedirectTarget(entry: string): boolean {
  return TARGET.test(entry);
}

/**
 * Whether a redirect URI leads to one of the targets; true where there are no targets.
 * @param uri one that `isReturnAddress` accepts
 * @param targets REDIRECT_ALLOW: a host (with any port, or exactly one; subdomains don't match) or an app's scheme
 */
export function leadsTo(uri: string, targets: readonly string[]): boolean {
  if (targets.length === 0) return true;
  const url = new URL(uri);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  const names = web ? [url.hostname, `${url.hostname}:${portOf(url)}`] : [url.protocol];
  return targets.some((target) => names.includes(target.toLowerCase()));
}

/** The redirect URI with parameters appended; its own query is kept (RFC 6749, 3.1.2). */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value);
  const at = uri.indexOf('?');
  if (at === -1) return `${uri}?${query}`;
  return at === uri.length - 1 || uri.endsWith('&') ? `${uri}${query}` : `${uri}&${query}`;
}

/** An absolute URI of ASCII characters without fragment and user; undefined where it is none. */
function parse(uri: string): URL | undefined {
  if (uri.length > 2048 || !/^[a-z][a-z0-9+.-]*:/i.test(uri)) return undefined;
  if (uri.includes('#') || /[^\x21-\x7e]|[<>"\\^`{|}]/.test(uri)) return undefined;
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  return url?.username === '' && url.password === '' ? url : undefined;
}
