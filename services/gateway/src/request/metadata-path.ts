/** Well-known addresses that people get wrong, and the right ones. Pure. The caller checks whether a tenant exists. */
import type { FactsOf } from '@countersign/shared/kernel/reasons/reasons';

/**
 * The documents below `.well-known`, and the tenant's position: after the name (RFC 8414, 3.1), or before
 * `.well-known`.
 */
const documents: Readonly<Record<string, 'inserted' | 'appended'>> = {
  'openid-credential-issuer': 'inserted',
  'oauth-authorization-server': 'inserted',
  'jwt-vc-issuer': 'inserted',
  'jwks.json': 'appended',
};

/** Other names that people and older drafts use for these documents. */
const otherNames: Readonly<Record<string, string>> = {
  'openid-configuration': 'oauth-authorization-server',
  'oauth-authorization-servers': 'oauth-authorization-server',
  'openid-credential-issuers': 'openid-credential-issuer',
  'credential-issuer': 'openid-credential-issuer',
  'openid-credential-issuer.json': 'openid-credential-issuer',
  'jwt-issuer': 'jwt-vc-issuer',
  'jwt-vc-issuers': 'jwt-vc-issuer',
  jwks: 'jwks.json',
};

const WELL_KNOWN = '.well-known';
const MAX_SEGMENTS = 16;
/** References of wallets are longer. */
const SHOWN = /^[A-Za-z0-9._-]{1,40}$/;
/** Maximum number of segments that may be the tenant: each is looked up. */
const MAX_TENANTS = 3;

export interface AskedMetadata {
  /** The requested path, without query. Segments that no issuer has are replaced, because one may be a reference. */
  readonly asked: string;
  /** The document's right name; undefined if this server has no document with that name. */
  readonly document: string | undefined;
  readonly askedName: string;
  /** The path without the well-known part and PUBLIC_URL's path. One of its segments is the tenant. */
  readonly rest: readonly string[];
  readonly hasPrefix: boolean;
}

/**
 * Reads a path that looks like a well-known address.
 * @param target the request's, undecoded
 * @param prefix segments of PUBLIC_URL's path
 * @returns undefined if it doesn't look like one
 */
export function askedMetadata(target: string, prefix: readonly string[]): AskedMetadata | undefined {
  const asked = target.split('?', 1)[0] ?? '';
  const segments = asked.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return undefined;
  const known = segments.findIndex((segment) => /^\.?well-?known$/i.test(segment));
  const named = segments.findIndex((segment) => documentOf(segment) !== undefined);
  // The name is enough if `.well-known` is missing, unless a configuration may have it.
  if (known === -1 && (named === -1 || segments.includes('vct'))) return undefined;
  const at = named === -1 ? known + 1 : named;
  const others = segments.filter((_, index) => index !== known && index !== at);
  const { rest, hasPrefix } = withoutPrefix(others, prefix);
  const askedName = segments[at] ?? '';
  return { asked: shownPath(asked), document: documentOf(askedName), askedName, rest, hasPrefix };
}

/** The segments that may be the tenant, the most likely first. */
export function possibleTenants({ rest }: AskedMetadata): readonly string[] {
  return [...rest].reverse().slice(0, MAX_TENANTS);
}

/**
 * Facts of the refusal: the right path, and how the requested path differs.
 * @param tenant the tenant in the path; undefined if it does not exist
 */
export function metadataFacts(
  { asked, document, askedName, rest, hasPrefix }: AskedMetadata,
  prefix: readonly string[],
  tenant: string | undefined,
): FactsOf<'metadata_path'> {
  if (document === undefined) {
    const expectedAny = Object.keys(documents).map((name) => rightPath(name, prefix, tenant));
    return { askedPath: asked, difference: 'no document of this name', expectedAny };
  }
  const right = rightPath(document, prefix, tenant);
  const unknown = rest.filter((segment) => segment !== tenant);
  const found = [
    ...(askedName === document ? [] : [`the document is ${document}`]),
    ...(hasPrefix || prefix.length === 0 ? [] : ['the path of PUBLIC_URL is missing']),
    ...(unknown.length === 0 ? [] : ['an unknown tenant in the path']),
    ...(asked.includes(WELL_KNOWN) ? [] : ['.well-known is missing']),
    ...(asked.endsWith('/') ? ['trailing slash'] : []),
    ...(/\/\//.test(asked) ? ['an empty segment'] : []),
  ];
  const difference = found.length === 0 ? 'another order' : found.join(', ');
  return { askedPath: asked, rightPath: right, difference };
}

/** Path of a document; `tenant` undefined for the tenant without a path. */
function rightPath(document: string, prefix: readonly string[], tenant: string | undefined): string {
  const issuer = [...prefix, ...(tenant === undefined ? [] : [tenant])];
  const segments =
    documents[document] === 'appended' ? [...issuer, WELL_KNOWN, document] : [WELL_KNOWN, document, ...issuer];
  return `/${segments.join('/')}`;
}

function documentOf(segment: string): string | undefined {
  const name = segment.toLowerCase().replaceAll('_', '-');
  if (Object.hasOwn(documents, name)) return name;
  return Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
}

function shownPath(asked: string): string {
  return asked
    .split('/')
    .map((segment) => (segment === '' ? '' : shownSegment(segment)))
    .join('/');
}

/** A segment as a fact; `...` for one that may be a wallet's reference. */
export function shownSegment(segment: string): string {
  return SHOWN.test(segment) ? segment : '...';
}

/** Removes PUBLIC_URL's path, at any position. */
function withoutPrefix(
  segments: readonly string[],
  prefix: readonly string[],
): Pick<AskedMetadata, 'rest' | 'hasPrefix'> {
  if (prefix.length === 0) return { rest: segments, hasPrefix: true };
  const at = segments.findIndex((_, start) => prefix.every((segment, i) => segments[start + i] === segment));
  if (at === -1) return { rest: segments, hasPrefix: false };
  return { rest: [...segments.slice(0, at), ...segments.slice(at + prefix.length)], hasPrefix: true };
}
