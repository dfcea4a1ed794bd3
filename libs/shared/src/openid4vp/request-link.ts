/** The link that opens a wallet with a request (OpenID4VP 1.0, 5.7; RFC 9101, 5.2). */
import type { ProfileName } from '../flow-config/tenant-profile.ts';
import type { JsonObject } from '../kernel/json.ts';

export interface RequestLinkOptions {
  /** `openid4vp`, `haip-vp`, `eu-eaap`, ..., without the colon. */
  readonly scheme: string;
  readonly clientId: string;
  /** The request object's address. */
  readonly requestUri: string;
  /** `post` lets the wallet send its metadata and a nonce. */
  readonly method?: 'get' | 'post';
}

/** EU wallets post for the request object, with a nonce and a key to encrypt it to. Others need not know the parameter. */
export function linkMethod(profile: ProfileName): Pick<RequestLinkOptions, 'method'> {
  return profile === 'eu' ? { method: 'post' } : {};
}

/** A request that the link itself contains, unsigned: its parameters, as in a request object (OpenID4VP 1.0, 5.1). */
export interface ValueLinkOptions {
  readonly scheme: string;
  readonly parameters: JsonObject;
}

const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/** RFC 9101, 5.2 */
const MAX_REQUEST_URI = 512;

/**
 * Creates the link.
 * @throws RangeError for an invalid scheme, and for a request URI that wallets would refuse
 */
export function requestLink({ scheme, clientId, requestUri, method }: RequestLinkOptions): string {
  if (!SCHEME.test(scheme)) throw new RangeError("The link's scheme is not valid");
  if (requestUri.length > MAX_REQUEST_URI || !/^https?:\/\/[\x21\x22\x24-\x7e]+$/.test(requestUri)) {
    throw new RangeError('The request URI is too long, has a fragment or is not an http URL');
  }
  const parameters = [
    ['client_id', clientId],
    ['request_uri', requestUri],
    ...(method === undefined ? [] : [['request_uri_method', method]]),
  ];
  return linkTo(scheme, parameters);
}

/**
 * Creates the link that contains a request. Objects are JSON text in it (RFC 6749, 4.1.1; OpenID4VP 1.0, 5).
 * @throws RangeError for an invalid scheme
 */
export function valueLink({ scheme, parameters }: ValueLinkOptions): string {
  if (!SCHEME.test(scheme)) throw new RangeError("The link's scheme is not valid");
  const texts = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return linkTo(scheme, texts);
}

function linkTo(scheme: string, parameters: readonly (readonly string[])[]): string {
  // `URLSearchParams` writes a space as plus, which is valid in forms only.
  const query = parameters.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${scheme}://?${query}`;
}

/**
 * The address to which the wallet posts its response: `response_uri` (OpenID4VP 1.0, 8.2). @param issuer the tenant's
 * identifier
 */
export function responseEndpoint(issuer: string): string {
  return `${issuer}/oid4vp/response`;
}

/** The request object's address. @param reference handle and secret; its hash is the request id */
export function requestObjectUri(issuer: string, configurationId: string, reference: string): string {
  return `${issuer}/oid4vp/request/${configurationId}/${reference}`;
}
