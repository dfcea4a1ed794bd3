/**
 * What a wallet shows its user: a credential with its display, a request with the names of the requested claims. Pure.
 */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import {
  type ClaimPath,
  type IssuedType,
  isAsked,
  isMdocConfiguration,
  list,
  member,
  pathOf,
  pathText,
  samePath,
  typesAsked,
} from '../warnings/claim-names.ts';
import { displayOf } from '../warnings/credential-warnings.ts';

/** The names of a claim by language. */
function namesAt(configuration: JsonObject, path: ClaimPath): JsonObject {
  const sources = [
    ...list(member(member(configuration, 'config'), 'credential_metadata'), 'claims'),
    ...list(member(configuration, 'vct'), 'claims'),
  ];
  const found = sources
    .filter((claim) => samePath(pathOf(claim) ?? [], path))
    .flatMap((claim) => list(claim, 'display'));
  return Object.fromEntries(
    found.filter(isObject).map(({ locale, lang, name, label }) => [String(locale ?? lang ?? ''), name ?? label ?? '']),
  );
}

/** @param claims of the credential, decoded, without the format's own */
export function credentialView(configuration: JsonObject, claims: JsonObject, about: JsonObject): JsonObject {
  const frame = list(member(configuration, 'disclosureFrame'), '_sd');
  const isMdoc = isMdocConfiguration(configuration);
  return {
    ...about,
    display: displayOf(configuration).entries as Json,
    claims: (isMdoc ? elements(claims) : leaves(claims)).map(({ path, value }) => ({
      path: path as Json,
      names: namesAt(configuration, path),
      value,
      disclosable: isMdoc || frame.includes(path[0] ?? ''),
    })),
  };
}

/** Claims at their described depth: an object without described members is shown whole. */
function leaves(value: JsonObject, at: ClaimPath = []): readonly { readonly path: ClaimPath; readonly value: Json }[] {
  return Object.entries(value)
    .sort(byName)
    .flatMap(([name, item]) => {
      const path = [...at, name];
      if (item === undefined) return [];
      return isObject(item) && Object.keys(item).length > 0 ? leaves(item, path) : [{ path, value: item }];
    });
}

/** Elements of an mdoc: each is shown whole. */
function elements(spaces: JsonObject): readonly { readonly path: ClaimPath; readonly value: Json }[] {
  return Object.entries(spaces).flatMap(([space, named]) =>
    Object.entries(isObject(named) ? named : {})
      .sort(byName)
      .map(([name, value]) => ({ path: [space, name], value: value ?? null })),
  );
}

/** A credential's claims have no order. */
function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

export interface ShownRequest {
  /** Payload of the request object. */
  readonly request: JsonObject;
  /** The presentation configuration as written. */
  readonly configuration: JsonObject;
  /** Credential configurations by type. */
  readonly issued: readonly (IssuedType & { readonly configuration: JsonObject })[];
}

/** Who requests, why, and which claims, by their display names. */
export function requestView({ request, configuration, issued }: ShownRequest): JsonObject {
  const body = member(member(configuration, 'registrationCert'), 'body');
  const queries = list(member(request, 'dcql_query'), 'credentials').filter(isObject);
  return {
    verifier: request.client_id ?? '',
    answersTo: request.response_uri ?? '',
    encrypted: request.response_mode === 'direct_post.jwt',
    purpose: list(body, 'purpose') as Json,
    ...(typeof body.privacy_policy === 'string' ? { privacyPolicy: body.privacy_policy } : {}),
    credentials: queries.map((query) => {
      const asked = typesAsked(query);
      const own = issued.find((one) => isAsked(asked, one))?.configuration;
      return {
        id: query.id ?? '',
        types: asked.map(({ type }) => type),
        ...(own === undefined ? {} : { display: displayOf(own).entries as Json }),
        claims: list(query, 'claims').flatMap((claim) => {
          const path = pathOf(claim);
          if (path === undefined) return [];
          return [{ path: path as Json, text: pathText(path), names: own === undefined ? {} : namesAt(own, path) }];
        }),
      };
    }),
  };
}
