/** DCQL queries (OpenID4VP 1.0, 6), checked and typed. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { MAX_JSON_DEPTH } from '@countersign/shared/kernel/json-members';
import { type CredentialQuery, parseCredentialQuery } from './dcql-credential.ts';
import { combinations, type Findings, flag, nonEmptyArray, note } from './dcql-findings.ts';

export interface DcqlQuery {
  readonly credentials: readonly CredentialQuery[];
  readonly credentialSets?: readonly CredentialSetQuery[];
}

export interface CredentialSetQuery {
  readonly options: readonly (readonly string[])[];
  readonly required: boolean;
}

export type ParsedDcqlQuery =
  | { readonly ok: true; readonly query: DcqlQuery }
  /** `readable`: the parts without errors, only for more checks. */
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly readable: DcqlQuery };

const MAX_CREDENTIALS = 32;
const MAX_BYTES = 65_536;
/** Queries that are kept parsed. */
const MAX_KNOWN = 200;

/**
 * Checks a query as written. Unknown members are ignored (OpenID4VP 1.0, 6); everything else is strict.
 * @returns the query, or every error with its JSON pointer
 */
export function parseDcqlQuery(written: Json | undefined): ParsedDcqlQuery {
  const found: Findings = [];
  if (!isObject(written)) return refused('', 'The query must be an object');
  if (isDeeper(written, MAX_JSON_DEPTH)) return refused('', `The query is nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (Buffer.byteLength(JSON.stringify(written)) > MAX_BYTES) return refused('', `At most ${MAX_BYTES} bytes`);
  const credentials = parseCredentials(own(written, 'credentials'), found);
  const ids = new Set(credentials.map(({ id }) => id));
  const credentialSets = parseCredentialSets(own(written, 'credential_sets'), ids, found);
  const query = { credentials, ...(credentialSets === undefined ? {} : { credentialSets }) };
  return found.length === 0 ? { ok: true, query } : { ok: false, errors: found, readable: query };
}

/**
 * Makes a reader of the queries of stored requests, which were checked before: the requests of a configuration share one, and
 * it is parsed once.
 */
export function createQueryReader(): (written: JsonObject) => DcqlQuery {
  const known = new Map<string, DcqlQuery>();
  return (written) => {
    const text = JSON.stringify(written);
    const before = known.get(text);
    if (before !== undefined) return before;
    const parsed = parseDcqlQuery(written);
    if (!parsed.ok) throw new Error("A stored request's query cannot be parsed");
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, parsed.query);
    return parsed.query;
  };
}

function refused(pointer: string, detail: string): ParsedDcqlQuery {
  return { ok: false, errors: [{ pointer, detail }], readable: { credentials: [] } };
}

/** 6: `credentials` */
function parseCredentials(value: Json | undefined, found: Findings): readonly CredentialQuery[] {
  const entries = nonEmptyArray(value);
  if (entries === undefined) return note(found, '/credentials', 'Request at least one credential');
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
