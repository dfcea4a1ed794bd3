/**
 * What a login requests: scopes and the `claims` parameter (OpenID Connect Core 1.0, 5.4 and 5.5), never more than the
 * client may. Pure.
 */
import type { CredentialPath } from '@countersign/shared/crypto/pairwise-subject';
import { isObject, type Json, type JsonObject, own, parseJson } from '@countersign/shared/kernel/json';
import { type LoginClient, STANDARD_SCOPES, topOf } from './client.ts';

export interface LoginRequest {
  readonly scope?: string | undefined;
  /** The parsed parameter. */
  readonly claims?: JsonObject | undefined;
}

export interface RequestedClaims {
  /** Names from the client's `claims`, such as `address.locality`. */
  readonly userinfo: readonly string[];
  readonly idToken: readonly string[];
  /** Paths of the credential that the wallet must present. */
  readonly paths: readonly CredentialPath[];
}

export function requestedClaims(client: LoginClient, { scope = '', claims = {} }: LoginRequest): RequestedClaims {
  const ofScopes = scope.split(' ').flatMap((one) => [...(client.scopes.get(one) ?? standardClaims(one))]);
  const allowed = (names: readonly string[]): readonly string[] => {
    const wanted = new Set(names);
    return [...client.claims.keys()].filter((name) => wanted.has(name) || wanted.has(topOf(name)));
  };
  const userinfo = allowed([...ofScopes, ...namesOf(own(claims, 'userinfo'))]);
  const idToken = allowed([...(client.claimsInIdToken ? ofScopes : []), ...namesOf(own(claims, 'id_token'))]);
  const paths = [...userinfo, ...idToken].flatMap((name) => {
    const path = client.claims.get(name);
    return path === undefined ? [] : [path];
  });
  const from = client.subject.kind === 'pairwise' ? client.subject.from : [];
  return { userinfo, idToken, paths: unique([...from, ...paths]) };
}

/**
 * Includes the names in `verified_claims`, which is an object or a list of objects (OpenID Connect for Identity
 * Assurance 1.0, 6).
 */
function namesOf(requested: Json | undefined): readonly string[] {
  if (!isObject(requested)) return [];
  const { each } = verifiedRequests(own(requested, 'verified_claims'));
  return [
    ...Object.keys(requested),
    ...each.filter(isObject).flatMap((one) => {
      const claims = own(one, 'claims');
      return isObject(claims) ? Object.keys(claims) : [];
    }),
  ];
}

/** Requests of `verified_claims`, and whether they were a list. */
export function verifiedRequests(asked: Json | undefined): {
  readonly each: readonly Json[];
  readonly isList: boolean;
} {
  const listed = isObject(asked) ? own(asked, LIST) : asked;
  if (Array.isArray(listed)) return { each: listed as readonly Json[], isList: true };
  return { each: asked === undefined ? [] : [asked], isList: false };
}

/** The library leaves out claims that are requested by a list. */
const LIST = 'each';

/** @returns the parameter; a list in `verified_claims` becomes a member of an object */
export function withoutLists(text: string | undefined, parsed: Json): string | undefined {
  if (!isObject(parsed)) return text;
  const places = Object.entries(parsed).map(([place, requested]) => {
    const asked = isObject(requested) ? own(requested, 'verified_claims') : undefined;
    return [
      place,
      Array.isArray(asked) ? { ...(requested as JsonObject), verified_claims: { [LIST]: asked } } : requested,
    ];
  });
  return JSON.stringify(Object.fromEntries(places));
}

function standardClaims(scope: string): readonly string[] {
  return Object.hasOwn(STANDARD_SCOPES, scope) ? (STANDARD_SCOPES[scope] ?? []) : [];
}

function unique(paths: readonly CredentialPath[]): readonly CredentialPath[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** The parameter, which the library has parsed before. */
export function claimsOf(text: string | undefined): JsonObject {
  const parsed = text === undefined ? {} : parseJson(text);
  return isObject(parsed) ? parsed : {};
}

const MAX_TEXT = 8192;
/** A condition on the issuer in the evidence of several requests has ten (OpenID Connect for Identity Assurance 1.0, 6). */
const MAX_DEPTH = 12;

/** Why the `claims` parameter is not read; undefined if it is. */
export function claimsParameterFinding(text: string | undefined, parsed: Json): string | undefined {
  if ((text?.length ?? 0) > MAX_TEXT) return 'claims is too long';
  return finding(parsed, 1);
}

function finding(value: Json | undefined, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return 'claims is nested too deep';
  if (Object.hasOwn(value, '__proto__')) return 'claims has a reserved name';
  for (const item of Object.values(value)) {
    const found = finding(item as Json | undefined, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
