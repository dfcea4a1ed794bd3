/** Which URIs a wallet may be redirected to. */

import { ProtocolError } from '@countersign/shared/kernel/errors';
import { factUrl } from '@countersign/shared/kernel/reasons/facts';
import type { FactsOf, Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { urlDifference } from '@countersign/shared/kernel/reasons/url-difference';
import { FORBIDDEN_SCHEMES, isWebAddress, parseRedirectUri } from '@countersign/shared/kernel/redirect-uri';

/**
 * RFC 8252, 7.1: a private-use scheme is a reversed domain name, so it has a dot. Schemes of systems and browsers do
 * not.
 */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/** Schemes without a dot that open programs of the system or servers: no installation may admit them for wallets. */
const OF_SYSTEM =
  /^(?:https?|wss?|ftps?|sftp|ssh|telnet|ldaps?|smb|jar|mailto|tel|sms|news|intent|chrome|edge|ms-.*):$/;

/** Whether an installation may admit a scheme (without its colon) for the redirect URIs of public clients. */
export function isAdmissibleScheme(scheme: string): boolean {
  const protocol = `${scheme}:`;
  return /^[a-z][a-z0-9+.-]{0,63}$/.test(scheme) && !FORBIDDEN_SCHEMES.has(protocol) && !OF_SYSTEM.test(protocol);
}

/** Which URIs a client may be redirected to. */
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
  const url = parseRedirectUri(uri);
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

/** A registered URI with the same host shows best how this one differs. */
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
