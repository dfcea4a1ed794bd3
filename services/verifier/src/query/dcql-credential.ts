/** Credential queries (OpenID4VP 1.0, 6.1) of all formats. */
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { type ClaimQuery, type ClaimRules, parseClaimQueries, parseClaimSets } from './dcql-claims.ts';
import { type Findings, flag, IDENTIFIER, nonEmptyArray, note } from './dcql-findings.ts';

/** A credential query; the format decides about its `meta` and its paths. */
export type CredentialQuery = SdJwtVcQuery | MdocQuery | JwtVcQuery;

export interface SdJwtVcQuery extends QueryOfAnyFormat {
  readonly format: 'dc+sd-jwt';
  readonly vctValues: readonly string[];
}

export interface MdocQuery extends QueryOfAnyFormat {
  readonly format: 'mso_mdoc';
  readonly doctype: string;
}

/** A W3C credential as a JWT (B.1.3.1). */
export interface JwtVcQuery extends QueryOfAnyFormat {
  readonly format: 'jwt_vc_json';
  /** Alternatives; a credential must have all types of one. */
  readonly typeValues: readonly (readonly string[])[];
}

/** The members of every credential query. */
export interface QueryOfAnyFormat {
  readonly id: string;
  readonly multiple: boolean;
  readonly requireHolderBinding: boolean;
  /** Base64url of key identifiers: one of them must be an authority key identifier in the credential's chain. */
  readonly authorityKeyIds?: readonly string[];
  /** Addresses of trust lists: alternatively, the deciding entry is on one of them. */
  readonly authorityLists?: readonly string[];
  readonly claims?: readonly ClaimQuery[];
  /** Combinations of claim ids, the preferred first. */
  readonly claimSets?: readonly (readonly string[])[];
}

export type CredentialFormat = CredentialQuery['format'];

/** The formats that a query can request. */
export const CREDENTIAL_FORMATS = [
  'dc+sd-jwt',
  'mso_mdoc',
  'jwt_vc_json',
] as const satisfies readonly CredentialFormat[];

/** 7.1 and 7.2: paths into JSON, or a namespace and an element identifier */
const CLAIMS: Readonly<Record<CredentialFormat, ClaimRules>> = {
  'dc+sd-jwt': 'json',
  mso_mdoc: 'elements',
  jwt_vc_json: 'json',
};

/** Whether a query can request a format. */
export function isCredentialFormat(format: unknown): format is CredentialFormat {
  return CREDENTIAL_FORMATS.some((one) => one === format);
}

/**
 * Checks one entry of `credentials`.
 * @param at JSON pointer of the entry
 * @param found receives the errors; if there are any, ignore the result
 */
export function parseCredentialQuery(entry: Json, at: string, found: Findings): CredentialQuery {
  const object = isObject(entry) ? entry : {};
  if (!isObject(entry)) note(found, at, 'A credential query must be an object');
  const id = own(object, 'id');
  if (typeof id !== 'string' || !IDENTIFIER.test(id)) note(found, `${at}/id`, 'The id must match [A-Za-z0-9_-]+');
  const format = parseFormat(own(object, 'format'), at, found);
  const claims = parseClaimQueries(own(object, 'claims'), { at: `${at}/claims`, found, rules: CLAIMS[format] });
  const claimSets = parseClaimSets(own(object, 'claim_sets'), claims, `${at}/claim_sets`, found);
  const authorities = parseTrustedAuthorities(own(object, 'trusted_authorities'), at, found);
  const common = {
    id: typeof id === 'string' ? id : '',
    multiple: flag(found, object, { name: 'multiple', absent: false, at }),
    requireHolderBinding: flag(found, object, { name: 'require_cryptographic_holder_binding', absent: true, at }),
    ...authorities,
    ...(claims === undefined ? {} : { claims }),
    ...(claimSets === undefined ? {} : { claimSets }),
  };
  const meta = own(object, 'meta');
  if (format === 'dc+sd-jwt') return { ...common, format, vctValues: parseVctValues(meta, `${at}/meta`, found) };
  if (format === 'jwt_vc_json') return { ...common, format, typeValues: parseTypeValues(meta, `${at}/meta`, found) };
  checkHolderBinding(common, at, found);
  return { ...common, format, doctype: parseDoctype(meta, `${at}/meta`, found) };
}

function parseFormat(value: Json | undefined, at: string, found: Findings): CredentialFormat {
  if (isCredentialFormat(value)) return value;
  const others = value === 'ldp_vc' ? '. Request a W3C credential as jwt_vc_json' : '';
  note(found, `${at}/format`, `Only the formats ${CREDENTIAL_FORMATS.join(', ')} are built${others}`);
  return 'dc+sd-jwt';
}

/** ISO/IEC 18013-5, 8.3.2.1.2.2: a document always has its device signature. */
function checkHolderBinding({ requireHolderBinding }: QueryOfAnyFormat, at: string, found: Findings): void {
  if (requireHolderBinding) return;
  const pointer = `${at}/require_cryptographic_holder_binding`;
  note(found, pointer, 'An mdoc is always presented with a signature of its device: leave the member out');
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

/** 6.1 and B.2.3: `meta` and its `doctype_value` are required. */
function parseDoctype(meta: Json | undefined, at: string, found: Findings): string {
  const doctype = isObject(meta) ? own(meta, 'doctype_value') : undefined;
  if (typeof doctype === 'string' && doctype !== '') return doctype;
  if (!isObject(meta)) note(found, at, 'meta is required and must be an object');
  else note(found, `${at}/doctype_value`, 'doctype_value must be one document type');
  return '';
}

/** 6.1 and B.1.1: `meta` and its `type_values` are required. */
function parseTypeValues(meta: Json | undefined, at: string, found: Findings): JwtVcQuery['typeValues'] {
  if (!isObject(meta)) return note(found, at, 'meta is required and must be an object');
  const values = nonEmptyArray(own(meta, 'type_values'));
  const fits = (set: Json): boolean =>
    nonEmptyArray(set)?.every((type) => typeof type === 'string' && type !== '') ?? false;
  if (values?.every(fits)) return values as JwtVcQuery['typeValues'];
  return note(found, `${at}/type_values`, 'type_values must be a list of lists, each of at least one type');
}

type Authorities = Pick<QueryOfAnyFormat, 'authorityKeyIds' | 'authorityLists'>;

/** The supported authority types. Others can't be enforced (6.1.1.1 and 6.1.1.2). */
const AUTHORITIES = {
  aki: {
    member: 'authorityKeyIds',
    isValue: (value: string) => decodeBase64url(value) !== undefined,
    expected: 'values must be a list of at least one base64url key identifier',
  },
  etsi_tl: {
    member: 'authorityLists',
    isValue: (value: string) => URL.canParse(value),
    expected: 'values must be a list of at least one address of a trust list',
  },
} as const;

/** 6.1.1: a list in which one entry must match. */
function parseTrustedAuthorities(value: Json | undefined, at: string, found: Findings): Authorities {
  if (value === undefined) return {};
  const entries = nonEmptyArray(value);
  if (entries === undefined) note(found, `${at}/trusted_authorities`, 'A list of at least one authority');
  const authorities: { authorityKeyIds?: string[]; authorityLists?: string[] } = {};
  for (const [index, entry] of (entries ?? []).entries()) {
    const pointer = `${at}/trusted_authorities/${index}`;
    const authority: JsonObject = isObject(entry) ? entry : {};
    const type = own(authority, 'type');
    const { member, isValue, expected } = AUTHORITIES[type === 'etsi_tl' ? type : 'aki'];
    if (type !== 'aki' && type !== 'etsi_tl') {
      note(found, `${pointer}/type`, 'Only the authority types aki and etsi_tl are built');
    }
    const values = nonEmptyArray(own(authority, 'values'));
    if (values?.every((one) => typeof one === 'string' && one !== '' && isValue(one))) {
      authorities[member] = [...(authorities[member] ?? []), ...(values as readonly string[])];
    } else note(found, `${pointer}/values`, expected);
  }
  return authorities;
}
