/** Matches a request: the row of the route table, the caller, the tenant, and the limits that come before any work. */
import type { ClientAddress } from '@countersign/shared/http/client-address';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Authenticate, Caller } from '../authenticate/caller.ts';
import { checkOwnPage } from '../authenticate/own-page.ts';
import { checkSameOrigin } from '../authenticate/same-origin.ts';
import { checkTenantServed, suspendedForWallets, type TenantStatusOf } from '../authenticate/tenant-status.ts';
import type { TenantExists } from '../authenticate/tenants.ts';
import { checkPathParameters, repeated } from '../request/parameters.ts';
import type { RateKind } from '../routes/route.ts';
import type { AddressLimit } from './address-limit.ts';
import type { Exchange } from './answer.ts';
import { decodePath, type Match, type Matcher, reservedWords, stripPrefix } from './match.ts';
import { matchMethod } from './method.ts';
import type { OwnCall } from './own-calls.ts';
import { unknownAddress, unknownTenant } from './unknown-address.ts';

export interface AdmitParts {
  readonly matcher: Matcher;
  readonly authenticate: Authenticate;
  readonly tenantExists: TenantExists;
  readonly tenantStatusOf: TenantStatusOf;
  readonly clientAddress: ClientAddress;
  readonly limits: Readonly<Record<RateKind, AddressLimit>>;
  /** Origin of PUBLIC_URL. */
  readonly publicOrigin: string;
}

/** The rows whose paths match a request's address. */
export interface FoundAddress {
  /** Segments of the decoded path, without PUBLIC_URL's prefix. */
  readonly segments: readonly string[];
  readonly matches: readonly Match[];
}

/** A request that may be read. */
export interface Admitted {
  readonly segments: readonly string[];
  readonly match: Match;
  /** Set for a management route. */
  readonly caller: Caller | undefined;
  readonly tenant: string;
  readonly address: string;
  /** Undefined for an external request. */
  readonly ownCall: OwnCall | undefined;
}

/** @param prefix segments of the path of PUBLIC_URL. @throws ProtocolError `not_found`, `rate_limited` */
export async function findAddress(
  parts: AdmitParts,
  exchange: Exchange,
  prefix: readonly string[],
): Promise<FoundAddress> {
  const { matcher, tenantExists } = parts;
  const decoded = decodePath(withoutLastSlash(exchange.request.url ?? '', prefix));
  const segments = decoded === undefined ? undefined : stripPrefix(decoded, prefix);
  if (segments !== undefined) exchange.segments = segments;
  // A reserved word isn't a tenant: `/vci/.well-known/…` is a wrong path, not an unknown tenant.
  const matches: Match[] = [];
  for (const match of segments === undefined ? [] : matcher(segments)) {
    if (match.route.auth === 'management' || !isReserved(match.params.tenantId)) matches.push(match);
  }
  if (segments === undefined || matches.length === 0) {
    await parts.limits.open(addressOf(parts, exchange));
    throw await unknownAddress(exchange, prefix, tenantExists);
  }
  return { segments, matches };
}

/** Pages whose address people type with a slash, too. */
const TYPED = ['console', 'docs'] as const;

function withoutLastSlash(target: string, prefix: readonly string[]): string {
  if (!target.endsWith('/') && !target.includes('/?')) return target;
  const pages = TYPED.map((name) => ['', ...prefix, name].join('/'));
  const page = pages.find((path) => target === `${path}/` || target.startsWith(`${path}/?`));
  return page === undefined ? target : page + target.slice(page.length + 1);
}

/**
 * Names caller and tenant, before anything of the request is read.
 * @param named the call of this process that the request names
 * @throws ProtocolError `method_not_allowed`, `unauthenticated`, `forbidden`, `not_found`, `invalid_request`, `rate_limited`
 */
export async function admit(
  parts: AdmitParts,
  exchange: Exchange,
  { segments, matches, named }: FoundAddress & { readonly named: OwnCall | undefined },
): Promise<Admitted> {
  const { request } = exchange;
  const match = matchMethod(exchange, matches);
  const { route, params } = match;
  const caller = route.auth === 'management' ? await parts.authenticate(request.headersDistinct, match) : undefined;
  if (route.ownPages === true) checkOwnPage(request.headersDistinct, route.method, parts.publicOrigin);
  if (route.sameOrigin === true) checkSameOrigin(request.headersDistinct, route.method, parts.publicOrigin);
  if (Object.keys(params).length > 0) checkPathParameters(params, route.auth);
  const address = addressOf(parts, exchange);
  const ownCall = route.auth === 'management' ? undefined : named;
  const count = route.rate === undefined || ownCall !== undefined ? undefined : parts.limits[route.rate];
  const tenant = caller?.tenant ?? (await tenantOfPath(match, parts.tenantStatusOf));
  if (tenant === undefined) {
    await count?.(address);
    throw unknownTenant(match.pattern, params.tenantId ?? '');
  }
  exchange.tenant = tenant;
  if (caller?.consoleSession !== undefined) exchange.byConsole = true;
  if (caller !== undefined) checkTenantServed(await parts.tenantStatusOf(tenant));
  if (isRepeated(request.rawHeaders, 'authorization')) {
    throw repeated('The header authorization is given more than once', 'authorization');
  }
  await count?.(address);
  return { segments, match, caller, tenant, address, ownCall };
}

function addressOf({ clientAddress }: Pick<AdmitParts, 'clientAddress'>, { request }: Exchange): string {
  return clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString());
}

const reserved = reservedWords();

/** The default tenant keeps its own explanation: it exists, without a path. */
function isReserved(tenantId: string | undefined): boolean {
  return tenantId !== undefined && tenantId !== DEFAULT_TENANT && reserved.has(tenantId);
}

/**
 * Whether a header occurs more than once: `node:http` keeps the first value of some headers, and joins all values of
 * the rest.
 */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index];
    if (given?.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** @returns undefined if there is no such tenant */
async function tenantOfPath({ route, params }: Match, tenantStatusOf: TenantStatusOf): Promise<string | undefined> {
  const { tenantId } = params;
  if (tenantId === undefined) return DEFAULT_TENANT;
  const status = tenantId === DEFAULT_TENANT ? undefined : await tenantStatusOf(tenantId);
  if (status === 'served' || (status !== undefined && route.forRelyingParties === true)) return tenantId;
  if (status === 'suspended') throw suspendedForWallets();
  return undefined;
}
