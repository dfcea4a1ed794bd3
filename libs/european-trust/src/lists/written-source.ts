/** The source of a list as written, in a file or through the API. Pure. */

import { sourceSchema } from '@countersign/shared/configuration-documents/trust-list-source';
import type { Static } from '@countersign/shared/http/static-type';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type Json, parseJson } from '@countersign/shared/kernel/json';
import type { TypeLimit } from '@countersign/shared/trust/trust-anchor';
import { TERRITORIES } from '../xml-lists/national-list.ts';
import { LIST_OF_LISTS } from './list-of-lists.ts';
import { euProfiles, type ListProfile } from './list-profiles.ts';
import { EU_LISTS, type ListSettings, type ListSource } from './list-source.ts';
import { NATIONAL_LIST } from './national-list.ts';
import type { ServiceClass, ServicePurpose } from './trust-list.ts';

const BASE = 'http://uri.etsi.org/19602/LoTEType/';

/** Names of the lists of Europe, and their types. */
export const LIST_NAMES = {
  'pid-providers': `${BASE}EUPIDProvidersList`,
  'wallet-providers': `${BASE}EUWalletProvidersList`,
  'access-certificate-authorities': `${BASE}EUWRPACProvidersList`,
  'registration-certificate-providers': `${BASE}EUWRPRCProvidersList`,
  'public-body-attestation-providers': `${BASE}EUPubEAAProvidersList`,
  registrars: `${BASE}EURegistrarsAndRegistersList`,
  'national-trusted-list': NATIONAL_LIST.type,
  'list-of-trusted-lists': LIST_OF_LISTS.type,
} as const;

type Written = Static<typeof sourceSchema>;

export interface WrittenSource {
  readonly source: ListSource;
  readonly settings: ListSettings;
  /** What the list's issuers may issue. Absent: nothing, unless the class determines it. */
  readonly types: { readonly vcts: TypeLimit; readonly doctypes: TypeLimit };
  /** The lists to which this one may point; absent: no pointer is followed. */
  readonly follows?: Followed;
}

export interface Followed {
  /** By the type that the pointer names. */
  readonly profiles: ReadonlyMap<string, ListProfile>;
  readonly territories?: readonly string[];
}

const validate = compileSchema(sourceSchema);

/** Lists of Europe whose entities issue types that only the tenant knows. */
const TYPED: ReadonlySet<string> = new Set([
  'public-body-attestation-providers',
  'national-trusted-list',
  'list-of-trusted-lists',
]);

/** What is wrong with a source. */
export function sourceFindings(value: Json): readonly FieldError[] {
  const findings = validate(value);
  if (findings.length > 0) return findings;
  const written = value as unknown as Written;
  const { list, issuance, vct, doctype, pointsTo } = written;
  const isOther = !Object.hasOwn(LIST_NAMES, list);
  const typed = pointsTo === undefined ? isOther || TYPED.has(list) : pointsTo.some((one) => TYPED.has(one));
  return [
    ...(isOther && issuance === undefined && pointsTo === undefined
      ? [{ pointer: '/issuance', detail: 'is required for a list that is not one of Europe' }]
      : []),
    ...(!isOther && issuance !== undefined
      ? [{ pointer: '/issuance', detail: "is for non-European lists. This list's type already determines it" }]
      : []),
    ...(typed && vct === undefined && doctype === undefined
      ? [{ pointer: '/vct', detail: 'vct or doctype must name what entities of this list may issue' }]
      : []),
    ...misplaced(written),
  ];
}

/** Members that don't apply to a list of this kind. */
function misplaced(written: Written): readonly FieldError[] {
  const { list } = written;
  const isXml = list === 'national-trusted-list' || list === 'list-of-trusted-lists';
  const fits = {
    journal: list === 'list-of-trusted-lists' || written.lotePivots === 'on',
    lotePivots: !isXml,
    acceptNewOj: list === 'list-of-trusted-lists',
    territories: list === 'list-of-trusted-lists',
    nationalExpired: isXml,
    brainpool: isXml,
    pointsTo: !Object.hasOwn(LIST_NAMES, list),
  };
  const others = (Object.keys(fits) as (keyof typeof fits)[])
    .filter((name) => written[name] !== undefined && !fits[name])
    .map((name) => ({ pointer: `/${name}`, detail: 'is for another kind of list' }));
  const needsJournal = fits.journal && written.journal === undefined;
  return needsJournal ? [{ pointer: '/journal', detail: 'is required for a list with pivots' }, ...others] : others;
}

/** @throws Error for anything but a source */
export function parseSource(text: string): WrittenSource {
  return readSource(parseJson(text));
}

/** @throws Error for anything but a source */
export function readSource(value: Json): WrittenSource {
  const [first] = sourceFindings(value);
  if (first !== undefined) throw new Error(`${first.pointer}: ${first.detail}`);
  return sourceOf(value as unknown as Written);
}

function sourceOf(written: Written): WrittenSource {
  const { url, vct, doctype } = written;
  const profile = profileOf(written);
  const { journal } = written;
  return {
    source: { id: '', url, profile, signers: [], ...(journal === undefined ? {} : { journal }) },
    settings: {
      serialisation: written.serialisation ?? EU_LISTS.serialisation,
      strictSignerName: written.strictSignerName ?? EU_LISTS.strictSignerName,
      acceptSelfPointer: written.acceptSelfPointer ?? (profile.eu === undefined ? 'off' : EU_LISTS.acceptSelfPointer),
      lotePivots: written.lotePivots ?? EU_LISTS.lotePivots,
      sameSequence: written.sameSequence ?? EU_LISTS.sameSequence,
      graceHours: written.graceHours ?? EU_LISTS.graceHours,
      nationalExpired: written.nationalExpired ?? EU_LISTS.nationalExpired,
      acceptNewOj: written.acceptNewOj ?? EU_LISTS.acceptNewOj,
      expiredAnchor: written.expiredAnchor ?? EU_LISTS.expiredAnchor,
      brainpool: written.brainpool ?? EU_LISTS.brainpool,
    },
    types: typesFor(profile, { vcts: vct ?? [], doctypes: doctype ?? [] }),
    ...followedBy(written, profile),
  };
}

/**
 * A list of lists is followed to the lists that it points to, any other list to lists of its type. European lists point
 * only to themselves.
 */
function followedBy(
  { territories = TERRITORIES, pointsTo }: Written,
  profile: ListProfile,
): Pick<WrittenSource, 'follows'> {
  if (profile === LIST_OF_LISTS) {
    return { follows: { profiles: new Map([[NATIONAL_LIST.type, NATIONAL_LIST]]), territories } };
  }
  if (pointsTo !== undefined) {
    return { follows: { profiles: new Map(pointsTo.map(euProfileOf).map((one) => [one.type, one])) } };
  }
  const isOfEurope = profile === NATIONAL_LIST || profile.eu !== undefined;
  return isOfEurope ? {} : { follows: { profiles: new Map([[profile.type, profile]]) } };
}

function euProfileOf(name: keyof typeof LIST_NAMES): ListProfile {
  const profile = euProfiles.get(LIST_NAMES[name]);
  if (profile === undefined) throw new Error(`There is no profile for ${name}`);
  return profile;
}

/** PID rulebook: the Union's type, and the member states'. A name that ends with `*` is a prefix. */
const PID_TYPES = { vcts: ['urn:eudi:pid:*'], doctypes: ['eu.europa.ec.eudi.pid.*'] };

/** What a list's entities may issue: the types in the source, otherwise PIDs if they are PID providers. */
export function typesFor({ services }: ListProfile, named: WrittenSource['types']): WrittenSource['types'] {
  const isNamed = named.vcts.length > 0 || named.doctypes.length > 0;
  return !isNamed && [...services.values()].includes('pid/issuance') ? PID_TYPES : named;
}

/** The profile of a list by its name or type. @param issuance service types of a list that is not one of Europe */
export function profileOf({
  list,
  issuance = [],
  revocation = [],
}: Pick<Written, 'list' | 'issuance' | 'revocation'>): ListProfile {
  const type = Object.hasOwn(LIST_NAMES, list) ? LIST_NAMES[list as keyof typeof LIST_NAMES] : list;
  const known = [NATIONAL_LIST, LIST_OF_LISTS].find((one) => one.type === type) ?? euProfiles.get(type);
  if (known !== undefined) return known;
  const purpose = (types: readonly string[], one: ServicePurpose) => types.map((name) => [name, one] as const);
  return {
    type,
    services: new Map([
      ...purpose(issuance, 'attestation/issuance' satisfies `${ServiceClass}/issuance`),
      ...purpose(revocation, 'attestation/revocation'),
    ]),
  };
}
