/** A credential configuration from an attestation scheme of the European catalogue (TS11). Pure. */
import { schemeLevels } from '@countersign/shared/configuration-documents/attestation-scheme';
import { type IssuedFormat, issuedFormats } from '@countersign/shared/configuration-documents/credential-entry';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { SchemeImport } from '@countersign/shared/messages/scheme-import';
import { object } from '../configuration/common-configuration.ts';
import { isClaimMember } from '../configuration/w3c-claims.ts';
import { isReservedName } from '../schema/reserved-claims.ts';

export interface ImportedScheme {
  readonly configuration: JsonObject;
  /** Members of the scheme that the configuration can't express, with pointers from the scheme. */
  readonly unmapped: readonly FieldError[];
}

/** @returns undefined if the scheme has no format that is built, or not the wanted one */
export function formatOf({ scheme, format }: Pick<SchemeImport, 'scheme' | 'format'>): IssuedFormat | undefined {
  return issuedFormats.find((one) => scheme.supportedFormats.includes(one) && (format === undefined || one === format));
}

/** @param present the configuration with this id; what the scheme doesn't set stays */
export function importScheme(given: SchemeImport, format: IssuedFormat, present: JsonObject = {}): ImportedScheme {
  const { configuration: id, scheme, type, schema } = given;
  const { bindingType: _, ...kept } = scheme;
  const config = object(present.config);
  const { typed, fresh, fromSchema, described } = formats[format];
  const claims = schema === undefined ? [] : described(schema);
  const metadata = { ...object(config.credential_metadata), ...(claims.length === 0 ? {} : { claims }) };
  return {
    configuration: {
      claims: {},
      ...fresh,
      ...present,
      ...(schema === undefined ? {} : fromSchema({ required: [], ...schema })),
      id,
      config: {
        ...config,
        format,
        ...(type === undefined ? {} : typed(type)),
        ...(Object.keys(metadata).length === 0 ? {} : { credential_metadata: metadata }),
        proof_types_supported: proofTypes(scheme.attestationLoS),
      },
      attestation_scheme: kept,
    },
    unmapped: unmapped(given, format),
  };
}

const EMPTY: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {},
  required: [],
};

/** What a format takes from a scheme. */
interface FormatOfScheme {
  /** The member of `config` with the type. */
  typed(type: string): JsonObject;
  /** Members of a new configuration. */
  readonly fresh: JsonObject;
  fromSchema(schema: JsonObject): JsonObject;
  /** Claim descriptions (OpenID4VCI 1.0, Appendix C). */
  described(schema: JsonObject): readonly JsonObject[];
}

const formats: Readonly<Record<IssuedFormat, FormatOfScheme>> = {
  'dc+sd-jwt': {
    typed: (vct) => ({ vct }),
    fresh: { disclosureFrame: {}, schema: EMPTY },
    // Data minimisation: whatever may be hidden can be hidden.
    fromSchema: (schema) => ({
      schema,
      disclosureFrame: { _sd: Object.keys(object(schema.properties)).filter((name) => !isReservedName(name)) },
    }),
    described: (schema) => membersOf(schema, []),
  },
  mso_mdoc: {
    typed: (doctype) => ({ doctype }),
    fresh: {},
    fromSchema: (schema) => ({ schema }),
    described: ofNameSpaces,
  },
  jwt_vc_json: {
    typed: (type) => ({ credential_definition: { type: ['VerifiableCredential', type] } }),
    fresh: {},
    fromSchema: (schema) => ({ schema: ofClaims(schema) }),
    described: (schema) => ofNameSpaces(ofClaims(schema)),
  },
};

/** The schema of a W3C credential without what the service sets: its other members, and the key of the holder. */
function ofClaims(schema: JsonObject): JsonObject {
  const claims = only(schema, isClaimMember);
  const { credentialSubject, ...others } = object(claims.properties);
  if (!isObject(credentialSubject)) return claims;
  const subject = only(credentialSubject, (name) => name !== 'id');
  return { ...claims, properties: { ...others, credentialSubject: subject } };
}

/** A schema with some of its members. */
function only(schema: JsonObject, isKept: (name: string) => boolean): JsonObject {
  const properties = Object.entries(object(schema.properties)).filter(([name]) => isKept(name));
  const required = listOf(schema.required).filter((name) => typeof name === 'string' && isKept(name));
  return { ...schema, properties: Object.fromEntries(properties), required };
}

/** With the namespace, or the member, first. */
function ofNameSpaces({ properties }: JsonObject): readonly JsonObject[] {
  return Object.entries(object(properties)).flatMap(([namespace, elements]) =>
    membersOf(object(elements), [namespace]),
  );
}

function membersOf({ properties, required }: JsonObject, above: readonly string[]): readonly JsonObject[] {
  const mandatory = listOf(required);
  return Object.keys(object(properties))
    .filter((name) => above.length > 0 || !isReservedName(name))
    .map((name) => ({ path: [...above, name], ...(mandatory.includes(name) ? { mandatory: true } : {}) }));
}

/** The wallet's key store has the scheme's level, or a higher one. */
function proofTypes(level: SchemeImport['scheme']['attestationLoS']): JsonObject {
  const accepted = schemeLevels.slice(schemeLevels.indexOf(level));
  const type = {
    proof_signing_alg_values_supported: ['ES256'],
    key_attestations_required: { key_storage: accepted },
  };
  return { jwt: type, attestation: type };
}

function unmapped({ scheme, schema }: SchemeImport, format: IssuedFormat): readonly FieldError[] {
  const { bindingType, supportedFormats, schemaURIs, trustedAuthorities } = scheme;
  const at = schemaURIs.findIndex(({ formatIdentifier }) => formatIdentifier === format);
  return [
    ...(trustedAuthorities === undefined ? [] : [AUTHORITIES]),
    ...(bindingType === 'key'
      ? []
      : [
          {
            pointer: '/bindingType',
            detail: `A credential is bound to a key of the wallet; ${bindingType} is not built`,
          },
        ]),
    ...supportedFormats.flatMap((name, index) =>
      name === format ? [] : [{ pointer: `/supportedFormats/${index}`, detail: otherFormat(name) }],
    ),
    ...(schema === undefined ? [schemaFinding(at, format)] : []),
  ];
}

const AUTHORITIES: FieldError = {
  pointer: '/trustedAuthorities',
  detail: 'Kept for the export. Whom a verifier trusts is set in its presentation configurations',
};

function otherFormat(name: Json): string {
  return issuedFormats.some((one) => one === name)
    ? 'A configuration has one format: import the scheme again for this one, with another id'
    : 'This format is not built';
}

function schemaFinding(index: number, format: IssuedFormat): FieldError {
  return index < 0
    ? { pointer: '/schemaURIs', detail: `The scheme has no schema for ${format}, so the claims are not known` }
    : { pointer: `/schemaURIs/${index}`, detail: 'The server does not load it: pass the document as `schema`' };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
