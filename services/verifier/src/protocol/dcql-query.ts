/** DCQL queries (OpenID4VP 1.0, 6), checked and typed. */
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, MAX_JSON_DEPTH, own } from '@countersign/shared/kernel/json';
import { type ClaimQuery, parseClaimQueries, parseClaimSets } from './dcql-claims.ts';
import { combinations, type Findings, flag, IDENTIFIER, nonEmptyArray, note } from './dcql-findings.ts';

export interface DcqlQuery {
  readonly credentials: readonly CredentialQuery[];
  readonly credentialSets?: readonly CredentialSetQuery[];
}

/** A credential query; the format decides about its `meta`. */
export type CredentialQuery = SdJwtVcQuery;

export interface SdJwtVcQuery extends QueryOfAnyFormat {
  readonly format: 'dc+sd-jwt';
  readonly vctValues: readonly string[];
}

/** The members of every credential query. */
export interface QueryOfAnyFormat {
  readonly id: string;
  readonly multiple: boolean;
  readonly requireHolderBinding: boolean;
  /** Base64url of key identifiers: an authority key identifier in the credential's chain must be one of them. */
  readonly authorityKeyIds?: readonly string[];
  readonly claims?: readonly ClaimQuery[];
  /** Combinations of claim ids, the preferred first. */
  readonly claimSets?: readonly (readonly string[])[];
}

export interface CredentialSetQuery {
  readonly options: readonly (readonly string[])[];
  readonly required: boolean;
}

export type ParsedDcqlQuery =
  | { readonly ok: true; readonly query: DcqlQuery }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

const MAX_CREDENTIALS = 32;
const MAX_BYTES = 65_536;

/**
 * Checks a query as written. Unknown members are ignored (OpenID4VP 1.0, 6); everything else is strict.
 * @returns the query, or every finding with its JSON pointer
 */
export function parseDcqlQuery(written: Json | undefined): ParsedDcqlQuery {
  const found: Findings = [];
  if (!isObject(written)) return refused('', 'The query must be an object');
  if (isDeeper(written, MAX_JSON_DEPTH)) return refused('', `The query is nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (Buffer.byteLength(JSON.stringify(written)) > MAX_BYTES) return refused('', `At most ${MAX_BYTES} bytes`);
  const credentials = parseCredentials(own(written, 'credentials'), found);
  const ids = new Set(credentials.map(({ id }) => id));
  const credentialSets = parseCredentialSets(own(written, 'credential_sets'), ids, found);
  if (found.length > 0) return { ok: false, errors: found };
  return { ok: true, query: { credentials, ...(credentialSets === undefined ? {} : { credentialSets }) } };
}

function refused(pointer: string, detail: string): ParsedDcqlQuery {
  return { ok: false, errors: [{ pointer, detail }] };
}

/** 6: `credentials` */
function parseCredentials(value: Json | undefined, found: Findings): readonly CredentialQuery[] {
  const entries = nonEmptyArray(value);
  if (entries === undefined) return note(found, '/credentials', 'At least one credential must be asked for');
  if (entries.length > MAX_CREDENTIALS) return note(found, '/credentials', `At most ${MAX_CREDENTIALS} credentials`);
  const queries: CredentialQuery[] = [];
  const ids = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const query = parseCredentialQuery(entry, `/credentials/${index}`, found);
    if (ids.has(query.id)) note(found, `/credentials/${index}/id`, 'The id is used twice');
    ids.add(query.id);
    queries.push(query);
  }
  return queries;
}

/** 6.1 */
function parseCredentialQuery(entry: Json, at: string, found: Findings): CredentialQuery {
  const object = isObject(entry) ? entry : {};
  if (!isObject(entry)) note(found, at, 'A credential query must be an object');
  const id = own(object, 'id');
  if (typeof id !== 'string' || !IDENTIFIER.test(id)) note(found, `${at}/id`, 'The id must match [A-Za-z0-9_-]+');
  if (own(object, 'format') !== 'dc+sd-jwt') note(found, `${at}/format`, 'Only the format dc+sd-jwt is built');
  const claims = parseClaimQueries(own(object, 'claims'), `${at}/claims`, found);
  const claimSets = parseClaimSets(own(object, 'claim_sets'), claims, `${at}/claim_sets`, found);
  const authorityKeyIds = parseTrustedAuthorities(own(object, 'trusted_authorities'), at, found);
  return {
    id: typeof id === 'string' ? id : '',
    format: 'dc+sd-jwt',
    vctValues: parseVctValues(own(object, 'meta'), `${at}/meta`, found),
    multiple: flag(found, object, { name: 'multiple', absent: false, at }),
    requireHolderBinding: flag(found, object, { name: 'require_cryptographic_holder_binding', absent: true, at }),
    ...(authorityKeyIds === undefined ? {} : { authorityKeyIds }),
    ...(claims === undefined ? {} : { claims }),
    ...(claimSets === undefined ? {} : { claimSets }),
  };
}

/** 6.1 and B.3.5: `meta` and its `vct_values` are required. */
function parseVctValues(meta: Json | undefined, at: string, found: Findings): readonly string[] {
  if (!isObject(meta)) return note(found, at, 'meta is required and must be an object');
  const values = nonEmptyArray(own(meta, 'vct_values'));
  if (values === undefined || !values.every((value) => typeof value === 'string' && value !== '')) {
    return note(found, `${at}/vct_values`, 'vct_values must be a list of at least one type');
  }
  return values as readonly string[];
}

/** 6.1.1: a list of which one entry must match. */
function parseTrustedAuthorities(value: Json | undefined, at: string, found: Findings): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const entries = nonEmptyArray(value);
  if (entries === undefined) return note(found, `${at}/trusted_authorities`, 'A list of at least one authority');
  const identifiers: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const pointer = `${at}/trusted_authorities/${index}`;
    const authority: JsonObject = isObject(entry) ? entry : {};
    // An authority type that is not built can't be enforced.
    if (own(authority, 'type') !== 'aki') note(found, `${pointer}/type`, 'Only the authority type aki is built');
    const values = nonEmptyArray(own(authority, 'values'));
    if (values?.every((one) => typeof one === 'string' && one !== '' && decodeBase64url(one) !== undefined)) {
      identifiers.push(...(values as readonly string[]));
    } else {
      note(found, `${pointer}/values`, 'values must be a list of at least one base64url key identifier');
    }
  }
  return identifiers;
}

/** 6.2 */
function parseCredentialSets(
  value: Json | undefined,
  ids: ReadonlySet<string>,
  found: Findings,
): readonly CredentialSetQuery[] | undefined {
  if (value === undefined) return undefined;
  const entries = nonEmptyArray(value);
  if (entries === undefined) return note(found, '/credential_sets', 'A list of at least one set');
  return entries.map((entry, index) => {
    const at = `/credential_sets/${index}`;
    const set: JsonObject = isObject(entry) ? entry : {};
    const options = combinations(found, own(set, 'options'), ids, `${at}/options`);
    return { options, required: flag(found, set, { name: 'required', absent: true, at }) };
  });
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper((item ?? null) as Json, levels - 1));
}
