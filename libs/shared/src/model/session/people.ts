/**
 * Who a session is about: keyed pseudonyms of the people in its credentials, stored only for a tenant with a rights
 * page, so that users find their data again. Pure.
 */
import { type CredentialPath, claimAt, pairwiseSubject, tellsApart } from '../../crypto/pairwise-subject.ts';
import { isObject, type Json, type JsonObject } from '../../kernel/json.ts';

/** The purpose of the tenant's key for these pseudonyms. */
export const PEOPLE_KEY = 'people';

/** Members of documents that are about people. */
export interface AboutPeople {
  /** Pseudonyms, indexed. Absent if the tenant has no rights page, or the claims don't tell who it is. */
  readonly people?: readonly string[];
}

/**
 * The people in some credentials. Issuer and type are not part of the pseudonym: the rights page accepts only what its
 * own presentation configuration trusts, and data about a person stay theirs, whoever has confirmed them.
 * @param key the tenant's, derived for `PEOPLE_KEY`
 * @param from paths of the claims that distinguish people; each is required
 * @param credentials the claims of each
 */
export function peopleIn(
  key: Buffer,
  from: readonly CredentialPath[],
  credentials: readonly (Json | undefined)[],
): readonly string[] {
  const found = credentials.filter(isObject).flatMap((values: JsonObject) => {
    const claims = from.map((path) => [path, claimAt(values, path)] as const);
    const whole = claims.flatMap(([path, value]) => (tellsApart(value) ? [[path, value] as const] : []));
    if (whole.length < from.length || whole.length === 0) return [];
    return [pairwiseSubject(key, { sector: 'rights', type: 'person', trust: 'tenant', claims: whole })];
  });
  return [...new Set(found)];
}

/** The member, or nothing. */
export function aboutPeople(people: readonly string[] | undefined): AboutPeople {
  return people === undefined || people.length === 0 ? {} : { people };
}
