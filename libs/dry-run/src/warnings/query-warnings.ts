/** Warnings of a presentation configuration: whether any wallet can satisfy it. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { TypeLimit } from '@countersign/shared/trust/trust-anchor';
import {
  type ClaimPath,
  type IssuedType,
  isAsked,
  list,
  mayHave,
  member,
  pathOf,
  pathText,
  schemaAt,
  typesAsked,
} from './claim-names.ts';
import type { Warning } from './warning.ts';

/** A certificate that the tenant trusts as an issuer's. */
export interface TrustedIssuer {
  /** Types that it may issue. */
  readonly vcts: TypeLimit;
  /** Document types of mdocs that it may issue. */
  readonly doctypes: TypeLimit;
  /** The tenant's own. */
  readonly own: boolean;
  /** Base64url of its possible subject key identifiers; absent if unknown. */
  readonly keyIds?: readonly string[];
}

export interface QueryCheck {
  /** As written, with PUBLIC_URL in place. */
  readonly configuration: JsonObject;
  /** The tenant's credential configurations by type, with PUBLIC_URL replaced. */
  readonly issued: readonly (IssuedType & { readonly configuration: JsonObject })[];
  readonly trusted: readonly TrustedIssuer[];
  /** Whether the tenant has the registration certificate that the configuration names. */
  readonly registered: boolean;
}

/** Warnings about the query. */
export function queryWarnings(check: QueryCheck): readonly Warning[] {
  const dcql = member(check.configuration, 'dcql_query');
  const queries = list(dcql, 'credentials').filter(isObject);
  const found = queries.map((query, index) =>
    credentialQueryWarnings(query, `/dcql_query/credentials/${index}`, check),
  );
  const dead = new Set(
    queries.filter((_, index) => found[index]?.some(({ code }) => UNANSWERABLE.has(code))).map(({ id }) => id),
  );
  return [...found.flat(), ...setWarnings(dcql, dead), ...statusWarnings(check), ...rawWarnings(check)];
}

function statusWarnings({ configuration }: QueryCheck): readonly Warning[] {
  if (configuration.statusCheck !== 'off') return [];
  const detail = 'Revoked and suspended credentials are accepted, and only marked';
  return [{ code: 'status_off', pointer: '/statusCheck', detail }];
}

/** A raw presentation contains what links its holder: salts, digests, keys. */
function rawWarnings({ configuration }: QueryCheck): readonly Warning[] {
  if (list(configuration, 'raw').length === 0) return [];
  const pointer = '/raw';
  return [
    {
      code: 'raw_links_holder',
      pointer,
      detail: 'The backend receives whole presentations, by which their holders are recognisable elsewhere',
    },
    ...(configuration.webhook === undefined
      ? [{ code: 'raw_unreceived' as const, pointer, detail: 'The configuration has no webhook to receive them' }]
      : []),
  ];
}

/** With one of these no wallet can satisfy the credential query. */
const UNANSWERABLE: ReadonlySet<string> = new Set([
  'dcql_type_unknown',
  'no_trust_anchor',
  'trust_limited',
  'dcql_authority_unknown',
  'dcql_claim_unknown',
]);

function credentialQueryWarnings(query: JsonObject, at: string, check: QueryCheck): readonly Warning[] {
  const types = typesAsked(query);
  const own = check.issued.filter((one) => isAsked(types, one));
  return [
    ...(own.length > 0 ? [] : typeWarnings(query, at, check.trusted)),
    ...claimWarnings(
      query,
      own.map(({ configuration }) => configuration),
      at,
    ),
    ...authorityWarnings(query, at, check.trusted),
    ...(query.format === 'jwt_vc_json'
      ? [
          {
            code: 'shows_everything' as const,
            pointer: `${at}/format`,
            detail: 'This format has no selective disclosure: the wallet shows the whole credential',
          },
        ]
      : []),
    ...(query.require_cryptographic_holder_binding === false
      ? [
          {
            code: 'holder_binding_off' as const,
            pointer: `${at}/require_cryptographic_holder_binding`,
            detail: "The wallet does not have to prove possession of the credential's key",
          },
        ]
      : []),
    ...(list(query, 'claims').length === 0
      ? [{ code: 'dcql_no_claims' as const, pointer: at, detail: 'The query lists no claims' }]
      : []),
  ];
}

/** The member of `meta` that names the type. */
const TYPE_MEMBERS: Readonly<Record<string, string>> = { mso_mdoc: 'doctype_value', jwt_vc_json: 'type_values' };

function typeWarnings(query: JsonObject, at: string, trusted: readonly TrustedIssuer[]): readonly Warning[] {
  const isMdoc = query.format === 'mso_mdoc';
  const pointer = `${at}/meta/${TYPE_MEMBERS[String(query.format)] ?? 'vct_values'}`;
  // The types of a W3C credential are limited one by one.
  const types = typesAsked(query).flatMap(({ format, type }) => (format === 'jwt_vc_json' ? type.split(' ') : [type]));
  const foreign = trusted.filter((one) => !one.own);
  const limits = foreign.map(({ vcts, doctypes }) => (isMdoc ? doctypes : vcts));
  if (limits.some((limit) => limit === 'any' || types.some((type) => limit.includes(type)))) return [];
  if (foreign.length > 0) {
    return [
      { code: 'trust_limited', pointer, detail: 'The trusted issuers of other organisations may not issue this type' },
    ];
  }
  return [
    { code: 'dcql_type_unknown', pointer, detail: 'No credential configuration of this tenant has one of these types' },
    { code: 'no_trust_anchor', pointer, detail: 'The tenant trusts no issuer but itself' },
  ];
}

/** Only if the tenant issues the type itself, so that its claims are known here. */
function claimWarnings(query: JsonObject, own: readonly JsonObject[], at: string): readonly Warning[] {
  if (own.length === 0) return [];
  return list(query, 'claims').flatMap((claim, index): Warning[] => {
    const path = pathOf(claim);
    if (path === undefined) return [];
    const pointer = `${at}/claims/${index}`;
    const holding = own.filter((configuration) => mayHave(configuration, path));
    if (holding.length === 0) {
      return [
        {
          code: 'dcql_claim_unknown',
          pointer: `${pointer}/path`,
          detail: `No credential of this type has the claim ${pathText(path)}`,
        },
      ];
    }
    const values = list(claim, 'values');
    if (values.length === 0 || holding.some((configuration) => allowsOne(configuration, path, values))) return [];
    return [
      {
        code: 'dcql_value_unknown',
        pointer: `${pointer}/values`,
        detail: `The schema allows none of the requested values of ${pathText(path)}`,
      },
    ];
  });
}

function allowsOne(configuration: JsonObject, path: ClaimPath, values: readonly Json[]): boolean {
  const schema = schemaAt(configuration.schema, path) ?? {};
  const allowed = Object.hasOwn(schema, 'const') ? [schema.const ?? null] : schema.enum;
  if (Array.isArray(allowed)) return values.some((value) => allowed.includes(value));
  const { type } = schema;
  const types = type === 'integer' ? ['number'] : [type];
  return (
    typeof type !== 'string' ||
    !['string', 'boolean', 'number', 'integer'].includes(type) ||
    values.some((value) => types.includes(typeof value))
  );
}

/** OpenID4VP 1.0, 6.1.1: with `aki` an issuer of the path must have one of these key identifiers. */
function authorityWarnings(query: JsonObject, at: string, trusted: readonly TrustedIssuer[]): readonly Warning[] {
  const named = list(query, 'trusted_authorities').flatMap((one) =>
    isObject(one) && one.type === 'aki' ? list(one, 'values') : [],
  );
  if (
    named.length === 0 ||
    trusted.some(({ keyIds }) => keyIds === undefined || keyIds.some((id) => named.includes(id)))
  )
    return [];
  const detail = 'None of these key identifiers belongs to a trusted certificate';
  return [{ code: 'dcql_authority_unknown', pointer: `${at}/trusted_authorities`, detail }];
}

function setWarnings(dcql: JsonObject, dead: ReadonlySet<Json | undefined>): readonly Warning[] {
  return list(dcql, 'credential_sets').flatMap((set, index): Warning[] => {
    if (!isObject(set) || set.required === false) return [];
    const answerable = list(set, 'options').some(
      (option) => Array.isArray(option) && !option.some((id: Json) => dead.has(id)),
    );
    if (answerable) return [];
    return [
      {
        code: 'dcql_set_unanswerable',
        pointer: `/dcql_query/credential_sets/${index}`,
        detail: 'No option of this required set is possible',
      },
    ];
  });
}

/** Warnings about the text that the user reads. */
export function statementWarnings({ configuration, registered }: QueryCheck): readonly Warning[] {
  const body = member(member(configuration, 'registrationCert'), 'body');
  const at = '/registrationCert';
  return [
    ...(registered
      ? []
      : [
          {
            code: 'registration_certificate_missing' as const,
            pointer: `${at}/id`,
            detail: 'The request has no registration certificate',
          },
        ]),
    ...(list(body, 'purpose').length === 0
      ? [{ code: 'purpose_missing' as const, pointer: `${at}/body/purpose`, detail: 'The request has no purpose' }]
      : []),
    ...(typeof body.privacy_policy === 'string'
      ? []
      : [
          {
            code: 'privacy_policy_missing' as const,
            pointer: `${at}/body/privacy_policy`,
            detail: 'The request has no privacy policy',
          },
        ]),
  ];
}
