/**
 * Finds members that DCQL does not define (OpenID4VP 1.0, 6). A wallet ignores them, so a query with a mistyped
 * `claims` would request no claim and still be answered.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json } from '@countersign/shared/kernel/json';

interface Members {
  /** The members below each member; `undefined` where they are not checked. */
  readonly [name: string]: Members | undefined;
}

const CREDENTIAL: Members = {
  id: undefined,
  format: undefined,
  multiple: undefined,
  meta: { vct_values: undefined },
  trusted_authorities: { type: undefined, values: undefined },
  require_cryptographic_holder_binding: undefined,
  claims: { id: undefined, path: undefined, values: undefined },
  claim_sets: undefined,
};
const QUERY: Members = {
  credentials: CREDENTIAL,
  credential_sets: { options: undefined, required: undefined, purpose: undefined },
};

/** Pure. @returns a finding for each unknown member, with its pointer in the query and the known members at that place */
export function unknownMembers(query: Json | undefined): readonly FieldError[] {
  return findingsOf(query, QUERY, '');
}

function findingsOf(value: Json | undefined, known: Members, at: string): readonly FieldError[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => findingsOf(item, known, `${at}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(known, name)) {
      return [{ pointer, detail: `This member is not known here; known: ${Object.keys(known).join(', ')}` }];
    }
    const below = known[name];
    return below === undefined ? [] : findingsOf(member, below, pointer);
  });
}
