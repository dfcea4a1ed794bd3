/** Claims of a credential query (OpenID4VP 1.0, 6.3 and 6.4.1). */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { ClaimsPath } from './claims-path.ts';
import { combinations, type Findings, flag, IDENTIFIER, nonEmptyArray, note } from './dcql-findings.ts';

export interface ClaimQuery {
  readonly id?: string;
  readonly path: ClaimsPath;
  readonly values?: readonly (string | number | boolean)[];
  /** mdoc only: the backend's statement whether it keeps the element (B.2.4). Undefined: no statement. */
  readonly intentToRetain?: boolean;
}

/** What a claim of the format may have: a path into JSON (7.1), or a namespace and an element identifier (7.2). */
export type ClaimRules = 'json' | 'elements';

interface ClaimsMember {
  /** JSON pointer of `claims`. */
  readonly at: string;
  readonly found: Findings;
  readonly rules: ClaimRules;
}

const MAX_CLAIMS = 128;
const MAX_SEGMENTS = 16;

/** Checks `claims`; undefined if absent. */
export function parseClaimQueries(
  value: Json | undefined,
  { at, found, rules }: ClaimsMember,
): readonly ClaimQuery[] | undefined {
  if (value === undefined) return undefined;
  const entries = nonEmptyArray(value);
  if (entries === undefined) return note(found, at, 'A list of at least one claim');
  if (entries.length > MAX_CLAIMS) return note(found, at, `At most ${MAX_CLAIMS} claims`);
  const ids = new Set<string>();
  const paths = new Set<string>();
  return entries.map((entry, index) => {
    const claim = parseClaimQuery(entry, { at: `${at}/${index}`, found, rules });
    if (claim.id !== undefined && ids.has(claim.id)) note(found, `${at}/${index}/id`, 'The id is used twice');
    if (claim.id !== undefined) ids.add(claim.id);
    const path = JSON.stringify(claim.path);
    // 6.3: the same claim is not requested twice
    if (claim.path.length > 0 && paths.has(path)) note(found, `${at}/${index}/path`, 'The path is there twice');
    paths.add(path);
    return claim;
  });
}

/** Checks `claim_sets`; undefined if absent. */
export function parseClaimSets(
  value: Json | undefined,
  claims: readonly ClaimQuery[] | undefined,
  at: string,
  found: Findings,
): readonly (readonly string[])[] | undefined {
  if (value === undefined) return undefined;
  // 6.4.1: claim_sets without claims
  if (claims === undefined) return note(found, at, 'claim_sets needs claims');
  const ids = claims.map(({ id }) => id).filter((id) => id !== undefined);
  // 6.3: with claim_sets every claim has an id
  if (ids.length !== claims.length) note(found, at, 'With claim_sets every claim needs an id');
  return combinations(found, value, new Set(ids), at);
}

function parseClaimQuery(entry: Json, { at, found, rules }: ClaimsMember): ClaimQuery {
  const claim: JsonObject = isObject(entry) ? entry : {};
  const id = own(claim, 'id');
  if (id !== undefined && (typeof id !== 'string' || !IDENTIFIER.test(id))) {
    note(found, `${at}/id`, 'The id must match [A-Za-z0-9_-]+');
  }
  const values = own(claim, 'values');
  const checked = values === undefined ? undefined : parseValues(values, `${at}/values`, found);
  const path = parsePath(own(claim, 'path'), `${at}/path`, found);
  if (rules === 'elements' && path.length > 0) checkElementPath(path, `${at}/path`, found);
  return {
    ...(typeof id === 'string' ? { id } : {}),
    path,
    ...(checked === undefined ? {} : { values: checked }),
    ...(rules === 'elements' ? intentToRetain(claim, at, found) : {}),
  };
}

/** 7: strings, nulls, and integers that are not negative */
function parsePath(value: Json | undefined, at: string, found: Findings): ClaimsPath {
  const segments = nonEmptyArray(value);
  if (segments === undefined) return note(found, at, 'The path is a list of at least one segment');
  if (segments.length > MAX_SEGMENTS) return note(found, at, `At most ${MAX_SEGMENTS} segments`);
  const fits = (segment: Json): boolean =>
    typeof segment === 'string' || segment === null || (Number.isSafeInteger(segment) && (segment as number) >= 0);
  if (!segments.every(fits)) return note(found, at, 'A segment must be a name, a whole number from 0, or null');
  return segments as ClaimsPath;
}

/** 7.2: the namespace and the element identifier, both strings */
function checkElementPath(path: ClaimsPath, at: string, found: Findings): void {
  const isElement = path.length === 2 && path.every((segment) => typeof segment === 'string' && segment !== '');
  if (!isElement) note(found, at, "An mdoc's path must be its namespace and element identifier");
}

/** B.2.4: if absent, the query makes no statement. */
function intentToRetain(claim: JsonObject, at: string, found: Findings): Pick<ClaimQuery, 'intentToRetain'> {
  if (!Object.hasOwn(claim, 'intent_to_retain')) return {};
  return { intentToRetain: flag(found, claim, { name: 'intent_to_retain', absent: false, at }) };
}

/** 6.3: strings, integers, booleans */
function parseValues(value: Json, at: string, found: Findings): readonly (string | number | boolean)[] {
  const values = nonEmptyArray(value);
  const fits = (one: Json): boolean => typeof one === 'string' || typeof one === 'boolean' || Number.isSafeInteger(one);
  if (!values?.every(fits)) return note(found, at, 'values must be a list of strings, whole numbers, true or false');
  return values as readonly (string | number | boolean)[];
}
