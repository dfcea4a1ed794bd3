/** The source of a list as it is written, in a file or through the API. Pure. */
import type { Static } from '@countersign/shared/http/static-type';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type Json, parseJson } from '@countersign/shared/kernel/json';
import type { TypeLimit } from '@countersign/shared/trust/trust-anchor';
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
} as const;

const types = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 } as const;

export const sourceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url', 'list'],
  properties: {
    url: { type: 'string', format: 'http-url', description: 'Address of the list.' },
    list: {
      anyOf: [
        { enum: ['pid-providers', 'wallet-providers', 'access-certificate-authorities', 'registrars'] },
        { enum: ['registration-certificate-providers', 'public-body-attestation-providers'] },
        { enum: ['national-trusted-list'] },
        { type: 'string', format: 'http-url' },
      ],
      description: 'What the list is of, or the type of another list.',
    },
    issuance: { ...types, description: 'Service types of another list whose certificates issue attestations.' },
    revocation: { ...types, description: 'Service types of another list whose certificates sign their status.' },
    vct: { ...types, description: 'The types of SD-JWT VCs that entities of the list may issue.' },
    doctype: { ...types, description: 'The document types of mdocs that entities of the list may issue.' },
    serialisation: { enum: ['compact', 'json'] },
    strictSignerName: { enum: ['warn', 'refuse'] },
    acceptSelfPointer: { enum: ['on', 'off'] },
    sameSequence: { enum: ['refuse', 'allowReSigned'] },
  },
} as const;

type Written = Static<typeof sourceSchema>;

export interface WrittenSource {
  readonly source: ListSource;
  readonly settings: ListSettings;
  /** What issuers of the list may issue. Absent: nothing, unless the class says it. */
  readonly types: { readonly vcts: TypeLimit; readonly doctypes: TypeLimit };
}

const validate = compileSchema(sourceSchema);

/** Lists of Europe whose entities issue types that only the tenant knows. */
const TYPED: ReadonlySet<string> = new Set(['public-body-attestation-providers', 'national-trusted-list']);

/** What is wrong with a source. */
export function sourceFindings(value: Json): readonly FieldError[] {
  const findings = validate(value);
  if (findings.length > 0) return findings;
  const { list, issuance, vct, doctype } = value as unknown as Written;
  const isOther = !Object.hasOwn(LIST_NAMES, list);
  const typed = isOther || TYPED.has(list);
  return [
    ...(isOther && issuance === undefined
      ? [{ pointer: '/issuance', detail: 'is required for a list that is not one of Europe' }]
      : []),
    ...(!isOther && issuance !== undefined
      ? [{ pointer: '/issuance', detail: 'is for lists that are not of Europe: the type of this one says it' }]
      : []),
    ...(typed && vct === undefined && doctype === undefined
      ? [{ pointer: '/vct', detail: 'vct or doctype must name what entities of this list may issue' }]
      : []),
  ];
}

/** @throws Error for anything but a source */
export function parseSource(text: string): WrittenSource {
  const value = parseJson(text);
  const [first] = sourceFindings(value);
  if (first !== undefined) throw new Error(`${first.pointer}: ${first.detail}`);
  return sourceOf(value as unknown as Written);
}

function sourceOf(written: Written): WrittenSource {
  const { url, vct, doctype } = written;
  const profile = profileOf(written);
  const isPid = [...profile.services.values()].some((purpose) => purpose === 'pid/issuance');
  const isTyped = vct !== undefined || doctype !== undefined;
  return {
    source: { id: '', url, profile, signers: [] },
    settings: {
      serialisation: written.serialisation ?? EU_LISTS.serialisation,
      strictSignerName: written.strictSignerName ?? EU_LISTS.strictSignerName,
      acceptSelfPointer: written.acceptSelfPointer ?? (profile.eu === undefined ? 'off' : EU_LISTS.acceptSelfPointer),
      sameSequence: written.sameSequence ?? EU_LISTS.sameSequence,
    },
    types: isPid && !isTyped ? PID_TYPES : { vcts: vct ?? [], doctypes: doctype ?? [] },
  };
}

/** PID rulebook: the type of the Union, and those of member states. A name that ends with `*` is a prefix. */
const PID_TYPES = { vcts: ['urn:eudi:pid:*'], doctypes: ['eu.europa.ec.eudi.pid.*'] };

function profileOf({ list, issuance = [], revocation = [] }: Written): ListProfile {
  const type = Object.hasOwn(LIST_NAMES, list) ? LIST_NAMES[list as keyof typeof LIST_NAMES] : list;
  const known = type === NATIONAL_LIST.type ? NATIONAL_LIST : euProfiles.get(type);
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
