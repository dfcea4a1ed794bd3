/** An attestation scheme for the European catalogue (TS11), from a credential configuration. Pure. */
import { schemaMeta, schemeLevels } from '@countersign/shared/configuration-documents/attestation-scheme';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { object } from '../configuration/common-configuration.ts';

export interface ExportedScheme {
  readonly scheme: JsonObject;
  /** Members that the catalogue requires and the configuration doesn't have. */
  readonly missing: readonly FieldError[];
}

/** @param schemaAddress where this server publishes the schema of the configuration */
export function exportScheme(written: JsonObject, schemaAddress: string): ExportedScheme {
  const format = object(written.config).format ?? '';
  const published = isObject(written.schema) ? { schemaURIs: [{ formatIdentifier: format, uri: schemaAddress }] } : {};
  const scheme: JsonObject = {
    ...levelOf(written),
    supportedFormats: [format],
    ...published,
    ...object(written.attestation_scheme),
    bindingType: 'key',
  };
  const missing = (schemaMeta.required ?? [])
    .filter((name) => scheme[name] === undefined)
    .map((name) => ({ pointer: `/${name}`, detail: `Set attestation_scheme.${name} in the configuration` }));
  return { scheme, missing };
}

/** The lowest level of key storage that the configuration accepts, if each of its proof types names levels. */
function levelOf(written: JsonObject): JsonObject {
  const types = Object.values(object(object(written.config).proof_types_supported)).map(object);
  const accepted = types.map((type) => object(type.key_attestations_required).key_storage);
  const names = accepted.flatMap((levels) => (Array.isArray(levels) ? levels : [undefined]));
  const ranks = names.map((name) => (schemeLevels as readonly unknown[]).indexOf(name));
  const lowest = schemeLevels[ranks.length === 0 ? -1 : Math.min(...ranks)];
  return lowest === undefined ? {} : { attestationLoS: lowest };
}
