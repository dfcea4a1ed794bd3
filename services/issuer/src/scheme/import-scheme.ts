/** A credential configuration from an attestation scheme of the European catalogue (TS11). Pure. */
import { schemeLevels } from '@countersign/shared/configuration-documents/attestation-scheme';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { SchemeImport } from '@countersign/shared/messages/scheme-import';
import { object } from '../configuration/common-configuration.ts';
import { isReservedName } from '../schema/reserved-claims.ts';

const BUILT = ['dc+sd-jwt', 'mso_mdoc'] as const;
export type Format = (typeof BUILT)[number];

export interface ImportedScheme {
  readonly configuration: JsonObject;
  /** Members of the scheme that the configuration can't express, with pointers from the scheme. */
  readonly unmapped: readonly FieldError[];
}

/** @returns undefined if the scheme has no format that is built, or not the wanted one */
export function formatOf({ scheme, format }: Pick<SchemeImport, 'scheme' | 'format'>): Format | undefined {
  return BUILT.find((one) => scheme.supportedFormats.includes(one) && (format === undefined || one === format));
}

/** @param present the configuration with this id; what the scheme doesn't set stays */
export function importScheme(given: SchemeImport, format: Format, present: JsonObject = {}): ImportedScheme {
  const { configuration: id, scheme, type, schema } = given;
  const { bindingType: _, ...kept } = scheme;
  const config = object(present.config);
  const typed = type === undefined ? {} : { [format === 'mso_mdoc' ? 'doctype' : 'vct']: type };
  const ofSchema = schema === undefined ? {} : fromSchema(schema, format);
  const metadata = { ...object(config.credential_metadata), ...claimsOf(schema, format) };
  return {
    configuration: {
      claims: {},
      ...(format === 'mso_mdoc' ? {} : { disclosureFrame: {}, schema: EMPTY }),
      ...present,
      ...ofSchema,
      id,
      config: {
        ...config,
        format,
        ...typed,
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

function fromSchema(schema: JsonObject, format: Format): JsonObject {
  const whole = { required: [], ...schema };
  if (format === 'mso_mdoc') return { schema: whole };
  // Data minimisation: whatever may be hidden can be hidden.
  const names = Object.keys(object(schema.properties)).filter((name) => !isReservedName(name));
  return { schema: whole, disclosureFrame: { _sd: names } };
}

/** Claim descriptions (OpenID4VCI 1.0, Appendix C): of an mdoc with the namespace first. */
function claimsOf(schema: JsonObject | undefined, format: Format): JsonObject {
  if (schema === undefined) return {};
  const claims = format === 'mso_mdoc' ? ofNameSpaces(schema) : described(schema, []);
  return claims.length === 0 ? {} : { claims };
}

function ofNameSpaces({ properties }: JsonObject): readonly JsonObject[] {
  return Object.entries(object(properties)).flatMap(([namespace, elements]) =>
    described(object(elements), [namespace]),
  );
}

function described({ properties, required }: JsonObject, above: readonly string[]): readonly JsonObject[] {
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

function unmapped({ scheme, schema }: SchemeImport, format: Format): readonly FieldError[] {
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
  return BUILT.some((one) => one === name)
    ? 'A configuration has one format: import the scheme again for this one, with another id'
    : 'This format is not built';
}

function schemaFinding(index: number, format: Format): FieldError {
  return index < 0
    ? { pointer: '/schemaURIs', detail: `The scheme has no schema for ${format}, so the claims are not known` }
    : { pointer: `/schemaURIs/${index}`, detail: 'The server does not load it: pass the document as `schema`' };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
