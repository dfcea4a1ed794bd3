/** The `request_uri` for a pushed request (RFC 9126, 2.2): a URN of this server with a wallet reference. */

const PREFIX = 'urn:ietf:params:oauth:request_uri:';

export function requestUriOf(reference: string): string {
  return `${PREFIX}${reference}`;
}

/** @returns the reference; undefined for every URI that is not a URN of this server: it is never fetched */
export function referenceOfRequestUri(requestUri: string): string | undefined {
  return requestUri.startsWith(PREFIX) ? requestUri.slice(PREFIX.length) : undefined;
}
