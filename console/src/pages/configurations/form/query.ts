/** The query of a presentation configuration (DCQL, OpenID4VP 1.0, 6), changed one choice at a time. Pure. */
import { recordOf, recordsOf } from '../../../parts/records.ts';
import { type Format, formatOf } from '../credential-format.ts';
import { type ClaimField, claimFields, fieldPlaces, isMdoc } from './claim-field.ts';
import { type Document, type Place, valueIn, withoutEmpty, withValue } from './document.ts';

const CREDENTIALS: Place = ['dcql_query', 'credentials'];
const SETS: Place = ['dcql_query', 'credential_sets'];

export type QueryPath = readonly (string | number | null)[];

export function queriedCredentials(document: Document): readonly Document[] {
  return recordsOf(valueIn(document, CREDENTIALS));
}

/** Where a tenant's types are: a type without a `vct` has an address on the server. */
export interface TypeOptions {
  readonly tenant: string;
  /** PUBLIC_URL. */
  readonly publicUrl: string;
}

/** The type of credentials that the tenant issues, as a query names it. */
export function typeOfIssued(issued: Document, { tenant, publicUrl }: TypeOptions): Document {
  const { vct, doctype, credential_definition: definition } = recordOf(issued.config);
  if (formatOf(issued) === 'jwt_vc_json') {
    return { format: 'jwt_vc_json', meta: { type_values: [recordOf(definition).type] } };
  }
  if (isMdoc(issued)) return { format: 'mso_mdoc', meta: { doctype_value: doctype } };
  const id = String(issued.id);
  const own =
    tenant === 'default' ? `<PUBLIC_URL>/credentials/vct/${id}` : `${publicUrl}/credentials/${tenant}/vct/${id}`;
  return { format: 'dc+sd-jwt', meta: { vct_values: [vct ?? own] } };
}

/** The issued credential that a query asks for, if it is one of the tenant's. */
export function issuedFor<T extends Document>(
  query: Document,
  issued: readonly T[],
  options: TypeOptions,
): T | undefined {
  const plain = ({ format, meta }: Document): string =>
    JSON.stringify([format, meta]).replaceAll('<PUBLIC_URL>', options.publicUrl);
  return issued.find((one) => plain(typeOfIssued(one, options)) === plain(query));
}

/** Ids have only letters, digits, hyphens and underscores. */
function freeId(document: Document, wanted: string): string {
  const taken = queriedCredentials(document).map(({ id }) => id);
  const stem = wanted.replaceAll(/[^A-Za-z0-9_-]+/g, '_') || 'credential';
  if (!taken.includes(stem)) return stem;
  for (let number = 2; ; number += 1) if (!taken.includes(`${stem}_${number}`)) return `${stem}_${number}`;
}

export function addCredential(document: Document, issued: Document | undefined, options: TypeOptions): Document {
  const type = issued === undefined ? { format: 'dc+sd-jwt', meta: { vct_values: [] } } : typeOfIssued(issued, options);
  const id = freeId(document, String(issued?.id ?? 'credential'));
  const added = withValue(document, [...CREDENTIALS, queriedCredentials(document).length], { id, ...type });
  return choiceOf(document) === 'one' ? setChoice(added, 'one') : added;
}

export function removeCredential(document: Document, index: number): Document {
  const { id } = queriedCredentials(document)[index] ?? {};
  const left = withValue(document, [...CREDENTIALS, index], undefined);
  const sets = recordsOf(valueIn(left, SETS)).map((set) => ({
    ...set,
    options: optionsOf(set)
      .map((ids) => ids.filter((one) => one !== id))
      .filter((ids) => ids.length > 0),
  }));
  const kept = sets.filter(({ options }) => options.length > 0);
  return withoutEmpty(sets.length === 0 ? left : withValue(left, SETS, kept), SETS);
}

/** The types that somebody typed, one per line; of a W3C credential one alternative per line. */
export function metaOf(format: Format, lines: readonly string[]): Document {
  switch (format) {
    case 'dc+sd-jwt':
      return { vct_values: lines };
    case 'mso_mdoc':
      return { doctype_value: lines[0] ?? '' };
    case 'jwt_vc_json':
      return { type_values: lines.map((line) => line.split(/\s+/)) };
  }
}

/** Another type: other claims, too. */
export function setCredentialType(document: Document, index: number, type: Document): Document {
  const { claims: _, claim_sets: __, format: ___, meta: ____, ...kept } = queriedCredentials(document)[index] ?? {};
  return withValue(document, [...CREDENTIALS, index], { ...kept, ...type });
}

function optionsOf(set: Document): readonly (readonly unknown[])[] {
  return Array.isArray(set.options) ? set.options.filter((one) => Array.isArray(one)) : [];
}

/** Whether all credentials are needed, or one of them. `other`: more sets, or only some credentials. */
export function choiceOf(document: Document): 'all' | 'one' | 'other' {
  const sets = recordsOf(valueIn(document, SETS));
  if (sets.length === 0) return 'all';
  const [set = {}] = sets;
  const options = optionsOf(set);
  const ids = queriedCredentials(document).map(({ id }) => id);
  const isOne = sets.length === 1 && set.required !== false && options.every((one) => one.length === 1);
  return isOne && ids.every((id) => options.some(([one]) => one === id)) ? 'one' : 'other';
}

export function setChoice(document: Document, choice: 'all' | 'one'): Document {
  if (choice === 'all') return withValue(document, SETS, undefined);
  return withValue(document, SETS, [{ options: queriedCredentials(document).map(({ id }) => [id]) }]);
}

/** The fields that can be asked for: of a group both the whole and its parts. */
export function askableFields(issued: Document): readonly ClaimField[] {
  const flat = (fields: readonly ClaimField[]): readonly ClaimField[] =>
    fields.flatMap((field) => [field, ...(field.type === 'group' ? flat(field.fields) : [])]);
  const fields = fieldPlaces(issued).flatMap((place) => claimFields(issued, place));
  // Of an mdoc whole elements are presented.
  return isMdoc(issued) ? fields : flat(fields);
}

export function askedPaths(query: Document): readonly QueryPath[] {
  return recordsOf(query.claims).flatMap(({ path }) => (Array.isArray(path) ? [path as QueryPath] : []));
}

export function isAsked(query: Document, path: QueryPath): boolean {
  return askedPaths(query).some((one) => JSON.stringify(one) === JSON.stringify(path));
}

/** Asks for exactly these claims. Those that were there before keep their other members. */
export function setPaths(document: Document, index: number, paths: readonly QueryPath[]): Document {
  const query = queriedCredentials(document)[index] ?? {};
  const before = recordsOf(query.claims);
  const needsIds = query.claim_sets !== undefined;
  const claims = paths.map((path, place) => {
    const found = before.find((claim) => JSON.stringify(claim.path) === JSON.stringify(path));
    return found ?? { ...(needsIds ? { id: `claim_${place + 1}` } : {}), path };
  });
  const ids = claims.map((claim) => recordOf(claim).id);
  const sets = (Array.isArray(query.claim_sets) ? query.claim_sets : []).filter(
    (set) => Array.isArray(set) && set.every((id) => ids.includes(id)),
  );
  const next = { ...query, claims, ...(needsIds ? { claim_sets: sets } : {}) };
  return withValue(document, [...CREDENTIALS, index], withoutEmpty(withoutEmpty(next, ['claims']), ['claim_sets']));
}

/** Ticks or clears one claim. */
export function ask(document: Document, index: number, path: QueryPath, asked: boolean): Document {
  const paths = askedPaths(queriedCredentials(document)[index] ?? {});
  const others = paths.filter((one) => JSON.stringify(one) !== JSON.stringify(path));
  return setPaths(document, index, asked ? [...others, path] : others);
}

/** Typed paths: a slash between the steps, because namespaces have dots; `*` stands for each entry of a list. */
export function pathText(path: QueryPath): string {
  return path.map((step) => (step === null ? '*' : String(step))).join('/');
}

export function pathOfText(typed: string): QueryPath {
  return typed.split('/').map((step) => (step === '*' ? null : step.trim()));
}

export type AuthorityType = 'etsi_tl' | 'aki';

/** The values of `trusted_authorities` of one type (6.1.1). */
export function authoritiesOf(query: Document, type: AuthorityType): readonly string[] {
  return recordsOf(query.trusted_authorities)
    .filter((one) => one.type === type)
    .flatMap(({ values }) => (Array.isArray(values) ? values.map(String) : []));
}

export function setAuthorities(
  document: Document,
  index: number,
  type: AuthorityType,
  values: readonly string[],
): Document {
  const place = [...CREDENTIALS, index, 'trusted_authorities'];
  const others = recordsOf(valueIn(document, place)).filter((one) => one.type !== type);
  const next = values.length === 0 ? others : [...others, { type, values }];
  return withoutEmpty(withValue(document, place, next), place);
}

const BODY: Place = ['registrationCert', 'body'];

/** The purpose in each language. */
export function purposesOf(document: Document): readonly Document[] {
  return recordsOf(valueIn(document, [...BODY, 'purpose']));
}

/** @param text empty removes it */
export function setPurpose(document: Document, locale: string, text: string): Document {
  const before = purposesOf(document);
  const found = before.findIndex((one) => one.locale === locale);
  const next =
    text === ''
      ? before.filter((_, index) => index !== found)
      : found < 0
        ? [...before, { name: text, locale }]
        : before.map((one, index) => (index === found ? { ...one, name: text } : one));
  return withBody(document, 'purpose', next.length === 0 ? undefined : next);
}

export function setPrivacyPolicy(document: Document, url: string): Document {
  return withBody(document, 'privacy_policy', url === '' ? undefined : url);
}

/** The certificate that the purpose belongs to is made with it, and goes with its last member. */
function withBody(document: Document, member: string, value: unknown): Document {
  const id = valueIn(document, ['registrationCert', 'id']) ?? `${String(document.id) || 'presentation'}-certificate`;
  const next = withValue(withValue(document, [...BODY, member], value), ['registrationCert', 'id'], id);
  const isEmpty = Object.keys(recordOf(valueIn(next, BODY))).length === 0;
  return isEmpty ? withValue(next, ['registrationCert'], undefined) : next;
}
