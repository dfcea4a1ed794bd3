/** Matches a presentation against its query (OpenID4VP 1.0, 6.4, 8.6 and 14.11). */

import type { X509Certificate } from 'node:crypto';
import { authorityKeyIdentifier } from '@countersign/shared/crypto/certificate-extensions';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import { PresentationError } from '../session/presentation-error.ts';
import { selectClaims } from './claims-path.ts';
import type { ClaimQuery } from './dcql-claims.ts';
import type { QueryOfAnyFormat, SdJwtVcQuery } from './dcql-credential.ts';
import type { DcqlQuery } from './dcql-query.ts';

/**
 * The credential's type that matches a query: its `vct`, or one of its `aka_vcts` (SD-JWT VC, 2.2.2.2).
 * @throws PresentationError `type`
 */
export function matchType(query: SdJwtVcQuery, claims: JsonObject): string {
  const aka = own(claims, 'aka_vcts') ?? [];
  if (!Array.isArray(aka)) throw new PresentationError('type', { facts: { claim: 'aka_vcts' } });
  const types = [own(claims, 'vct') ?? null, ...(aka as readonly Json[])];
  const type = types.find((one) => typeof one === 'string' && query.vctValues.includes(one));
  if (typeof type === 'string') return type;
  const received = receivedFact(own(claims, 'vct'));
  throw new PresentationError('type', { facts: { claim: 'vct', expectedAny: query.vctValues, ...received } });
}

/**
 * The claim queries that an SD-JWT VC satisfies.
 * @param claims all disclosed claims
 * @throws PresentationError `claims`
 */
export function matchClaims(query: SdJwtVcQuery, claims: JsonObject): readonly ClaimQuery[] {
  return matchJsonClaims(query, claims);
}

/** The claim queries that JSON satisfies. @throws PresentationError `claims` */
export function matchJsonClaims(query: QueryOfAnyFormat, claims: JsonObject): readonly ClaimQuery[] {
  return satisfiedClaims(query, (claim) => isSatisfied(claim, claims));
}

/** Whether a credential satisfies a claim query. */
export type Satisfies = (claim: ClaimQuery) => boolean;

/**
 * The claim queries that a credential satisfies: all of them, or the first matching claim set. Empty if no claim was
 * requested.
 * @throws PresentationError `claims`
 */
export function satisfiedClaims(query: QueryOfAnyFormat, satisfies: Satisfies): readonly ClaimQuery[] {
  const requested = query.claims ?? [];
  const sets = query.claimSets?.map((ids) => requested.filter(({ id }) => id !== undefined && ids.includes(id))) ?? [
    requested,
  ];
  const satisfied = sets.find((set) => set.every(satisfies));
  if (satisfied === undefined) {
    throw new PresentationError('claims', { finding: unmet(sets, satisfies), facts: unmetFacts(sets, satisfies) });
  }
  return satisfied;
}

/**
 * Paths of the unsatisfied claims of the preferred set. A claim with the wrong value is reported like a missing claim:
 * if the query asks whether somebody is of age, the difference would reveal it.
 */
function unmetFacts(
  sets: readonly (readonly ClaimQuery[])[],
  satisfies: Satisfies,
): { readonly paths: readonly string[]; readonly count: number; readonly detail: string } {
  const unmetClaims = (sets[0] ?? []).filter((claim) => !satisfies(claim));
  const withValues = unmetClaims.some(({ values }) => values !== undefined);
  return {
    paths: unmetClaims.map(({ path }) => JSON.stringify(path)),
    count: unmetClaims.length,
    detail: withValues ? 'missing_or_other_value' : 'missing',
  };
}

/** Maximum length of a path in an error, in characters: a query may have long names. */
const MAX_PATH_LENGTH = 200;

/** Returns the query's path to the unsatisfied claim of the preferred set; contains no presented value. */
function unmet(sets: readonly (readonly ClaimQuery[])[], satisfies: Satisfies): string | undefined {
  const missing = sets[0]?.find((claim) => !satisfies(claim));
  if (missing === undefined) return undefined;
  const path = JSON.stringify(missing.path).slice(0, MAX_PATH_LENGTH);
  const values = missing.values === undefined ? '' : ', or has none of the requested values';
  const first = sets.length > 1 ? 'No claim set fits; of the first one the' : 'The';
  return `${first} claim ${path} is missing${values}`;
}

/**
 * Narrows trust: with `trusted_authorities` some certificate in the chain must refer to one of the authorities
 * (6.1.1.1), or the deciding entry must be on one of the lists (6.1.1.2).
 * @param chain the validated chain, leaf first
 * @param list address of the list whose entry decided
 * @throws PresentationError `trusted_authorities`
 */
export function matchAuthorities(query: QueryOfAnyFormat, chain: readonly X509Certificate[], list?: string): void {
  const { authorityKeyIds, authorityLists } = query;
  if (authorityKeyIds === undefined && authorityLists === undefined) return;
  const [wanted, lists] = [authorityKeyIds ?? [], authorityLists ?? []];
  if (list !== undefined && lists.includes(list)) return;
  const identifiers = chain.map((certificate) => authorityKeyIdentifier(certificate)?.toString('base64url'));
  if (!identifiers.some((identifier) => identifier !== undefined && wanted.includes(identifier))) {
    const [leaf] = chain;
    throw new PresentationError('trusted_authorities', leaf === undefined ? {} : { facts: certificateFacts(leaf) });
  }
}

/**
 * Checks that the satisfied queries are enough (6.4.2).
 * @param answered ids of the credential queries with at least one presentation
 * @throws PresentationError `incomplete`
 */
export function matchCredentialSets(query: DcqlQuery, answered: ReadonlySet<string>): void {
  const { credentials, credentialSets } = query;
  const complete =
    credentialSets === undefined
      ? credentials.every(({ id }) => answered.has(id))
      : credentialSets.every((set) => !set.required || set.options.some((ids) => ids.every((id) => answered.has(id))));
  if (!complete) throw new PresentationError('incomplete', { facts: { parameters: missingIds(query, answered) } });
}

/** Ids of the missing queries. For an unsatisfied credential set: the missing ids of its first option. */
function missingIds({ credentials, credentialSets }: DcqlQuery, answered: ReadonlySet<string>): readonly string[] {
  const unmetSets = credentialSets?.filter(
    ({ required, options }) => required && !options.some((ids) => ids.every((id) => answered.has(id))),
  );
  const needed = unmetSets?.flatMap(({ options }) => options[0] ?? []) ?? credentials.map(({ id }) => id);
  return [...new Set(needed)].filter((id) => !answered.has(id));
}

/**
 * 6.4.1 and 14.11: the wallet may have ignored `values`, so one selected element must equal one of them in type and
 * value.
 */
function isSatisfied(claim: ClaimQuery, claims: JsonObject): boolean {
  const selected = selectClaims(claims, claim.path);
  if (selected === undefined) return false;
  const { values } = claim;
  return (
    values === undefined || selected.some((element) => !isObject(element) && values.some((one) => one === element))
  );
}
