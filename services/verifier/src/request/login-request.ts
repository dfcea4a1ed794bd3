/**
 * The presentation request of a login: it requests the claims that the application needs, but only claims in its
 * presentation configuration.
 */
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration, Configurations } from '../query/configurations.ts';
import { parseDcqlQuery } from '../query/dcql-query.ts';
import type { RequestRegistrations } from '../registration/registration-of-request.ts';
import { createRequest } from './request-create.ts';

/**
 * Internal: body `{requestId, redirectUri, crossDevice, expiresIn, paths, release?}` -> `{session, link,
 * crossDeviceLink?, page, expiresAt, types, asks, purpose, privacyPolicy?}`. `page` is the reference by which the login
 * page asks the wallets of its browser. `types` has the document type of each query that asks for an mdoc, `asks` the
 * types of all. With `release`, the presented claims expire unless the response code is redeemed in time.
 */
export function loginRequest(
  platform: Platform,
  configurations: Configurations,
  registrations: Pick<RequestRegistrations, 'checked'>,
): Operation {
  // The way back is an address of this server, not a host that the operator lists for backends.
  const settings = { ...platform.settings, REDIRECT_ALLOW: [] };
  const { origin } = new URL(settings.PUBLIC_URL);
  return async (request) => {
    const { paths, requestId, crossDevice, release, ...rest } = bodyObject(request);
    const page = { origin, crossDevice: crossDevice === true };
    const released = release === true ? ({ release: 'response_code' } as const) : {};
    const id = String(requestId);
    let narrowed: Configuration | undefined;
    const get: Configurations['get'] = async (tenant, name) => {
      const configuration = await configurations.get(tenant, name);
      narrowed = configuration && { ...narrowedTo(configuration, listOf(paths)), page, ...released };
      return narrowed;
    };
    const create = createRequest({ ...platform, settings }, { ...configurations, get }, registrations);
    const body = { response_type: 'uri', requestId: id, ...rest } as PresentationRequest;
    const reply = await create({ ...request, body });
    const { purpose = [], privacyPolicy, dcqlQuery = {} } = narrowed ?? {};
    return {
      body: {
        ...(isObject(reply.body) ? reply.body : {}),
        types: documentTypes(dcqlQuery),
        asks: requestedTypes(dcqlQuery),
        purpose: [...purpose],
        ...(privacyPolicy === undefined ? {} : { privacyPolicy }),
      },
    };
  };
}

/** The application reads the result itself, so no webhook receives it. */
function narrowedTo(configuration: Configuration, paths: readonly Json[]): Configuration {
  const { webhook: _, retention: _kept, raw: _raw, ...rest } = configuration;
  const dcqlQuery = narrowedQuery(configuration.dcqlQuery, paths);
  const parsed = parseDcqlQuery(dcqlQuery);
  if (!parsed.ok) throw new Error("A login's query cannot be parsed");
  return { ...rest, dcqlQuery, query: parsed.query };
}

/**
 * The query, reduced to the claims in `paths` and the claims whose values it compares.
 * @param paths of claims; a path that the query does not have is ignored
 */
export function narrowedQuery(query: JsonObject, paths: readonly Json[]): JsonObject {
  const wanted = new Set(paths.map((path) => JSON.stringify(path)));
  const before = listOf(query.credentials).filter(isObject);
  const narrowed = before.map((credential) => narrowedCredential(credential, wanted));
  const asked = narrowed.filter((credential, index) => 'claims' in credential || !('claims' in (before[index] ?? {})));
  // Sets name the credentials by id: there each of them stays.
  const some = asked.length > 0 && query.credential_sets === undefined ? asked : narrowed;
  return { ...query, credentials: some };
}

function narrowedCredential(
  { claims, claim_sets: sets, ...rest }: JsonObject,
  wanted: ReadonlySet<string>,
): JsonObject {
  const kept = listOf(claims)
    .filter(isObject)
    .filter((claim) => claim.values !== undefined || wanted.has(JSON.stringify(claim.path)));
  if (kept.length === 0) return rest;
  const ids = new Set(kept.map(({ id }) => id));
  const keptSets = listOf(sets).map((set) => listOf(set).filter((id) => typeof id === 'string' && ids.has(id)));
  const distinct = [...new Map(keptSets.map((set) => [JSON.stringify(set), set])).values()];
  const usable = sets !== undefined && distinct.every((set) => set.length > 0);
  return { ...rest, claims: kept, ...(usable ? { claim_sets: distinct } : {}) };
}

function documentTypes({ credentials }: JsonObject): JsonObject {
  return Object.fromEntries(
    listOf(credentials).flatMap((credential) => {
      const { id, meta } = isObject(credential) ? credential : {};
      const type = isObject(meta) ? own(meta, 'doctype_value') : undefined;
      return typeof id === 'string' && typeof type === 'string' ? [[id, type]] : [];
    }),
  );
}

/** Each `vct`, document type, and type of a W3C credential. */
function requestedTypes({ credentials }: JsonObject): readonly string[] {
  const types = listOf(credentials).flatMap((credential) => {
    const { meta } = isObject(credential) ? credential : {};
    if (!isObject(meta)) return [];
    return [
      ...listOf(own(meta, 'vct_values')),
      own(meta, 'doctype_value'),
      ...listOf(own(meta, 'type_values')).flatMap(listOf),
    ];
  });
  return types.filter((type) => typeof type === 'string');
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
