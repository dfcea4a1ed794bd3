/**
 * Finds members that DCQL does not define (OpenID4VP 1.0, 6). A wallet ignores them, so a query with a mistyped
 * `claims` would request no claim and still succeed.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, own } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

interface Members {
  /** The members below each member; `undefined` if they are not checked. */
  readonly [name: string]: Members | undefined;
}

/** The members in all formats. The members of `meta` and of a claim depend on the format. */
const CREDENTIAL: Members = {
  id: undefined,
  format: undefined,
  multiple: undefined,
  meta: undefined,
  trusted_authorities: { type: undefined, values: undefined },
  require_cryptographic_holder_binding: undefined,
  claims: undefined,
  claim_sets: undefined,
};
const CLAIM: Members = { id: undefined, path: undefined, values: undefined };
const SD_JWT_VC: Members = { ...CREDENTIAL, meta: { vct_values: undefined }, claims: CLAIM };
const JWT_VC: Members = { ...CREDENTIAL, meta: { type_values: undefined }, claims: CLAIM };
const MDOC: Members = {
  ...CREDENTIAL,
  meta: { doctype_value: undefined },
  claims: { ...CLAIM, intent_to_retain: undefined },
};
const SETS: Members = { options: undefined, required: undefined, purpose: undefined };
const QUERY: Members = { credentials: undefined, credential_sets: SETS };

/**
 * Pure. @returns an error for each unknown member, with its pointer in the query and the known members at that place
 */
export function unknownMembers(query: Json | undefined): readonly FieldError[] {
  const credentials = isObject(query) ? own(query, 'credentials') : undefined;
  const entries = Array.isArray(credentials) ? (credentials as readonly Json[]) : [];
  return [
    ...findingsOf(query, QUERY, ''),
    ...entries.flatMap((entry, index) => findingsOf(entry, membersOf(entry), `/credentials/${index}`)),
  ];
}

function membersOf(entry: Json): Members {
  const format = isObject(entry) ? own(entry, 'format') : undefined;
  if (format === 'jwt_vc_json') return JWT_VC;
  return format === 'mso_mdoc' ? MDOC : SD_JWT_VC;
}

function findingsOf(value: Json | undefined, known: Members, at: string): readonly FieldError[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => findingsOf(item, known, `${at}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}/${escapePointer(name)}`;
    if (!Object.hasOwn(known, name)) {
      return [{ pointer, detail: `This member is not known here; known: ${Object.keys(known).join(', ')}` }];
    }
    const below = known[name];
    return below === undefined ? [] : findingsOf(member, below, pointer);
  });
}
