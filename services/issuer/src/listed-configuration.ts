/** A configuration as it stands in the list: working and compiled, or broken with what is wrong. */
import { isoTime } from '@countersign/shared/clock';
import { checkDisclosureFrame } from '@countersign/shared/crypto/disclosure-frame';
import type { FieldError } from '@countersign/shared/errors';
import { credentialConfigurationSchema } from '@countersign/shared/http/schemas';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/json';
import { type CompiledSchema, compileClaimsSchema } from './claims-schema.ts';
import { type CredentialConfiguration, parseCredentialConfiguration } from './protocol/credential-configuration.ts';

/** A configuration that works, with its compiled schema. */
export interface Configuration extends CredentialConfiguration {
  readonly validate?: CompiledSchema;
  readonly source: 'file' | 'api';
  /** Changes with the content. */
  readonly version: string;
}

export interface WorkingConfiguration {
  readonly id: string;
  readonly configuration: Configuration;
  /** As the backend or the file has it. */
  readonly written: JsonObject;
  /** Milliseconds; files have none. */
  readonly times?: { readonly createdAt: number; readonly updatedAt: number };
}

export interface BrokenConfiguration {
  readonly id: string;
  readonly source: 'file' | 'api';
  readonly errors: readonly FieldError[];
}

export type Listed = WorkingConfiguration | BrokenConfiguration;

export interface ConfigurationText {
  readonly publicUrl: string;
  readonly tenant: string;
  readonly id: string;
  readonly written: JsonObject;
  readonly source: 'file' | 'api';
  readonly version: string;
}

const checkShape = compileSchema(credentialConfigurationSchema);

/** Checks, completes and compiles a configuration as written. */
export function listConfiguration({ publicUrl, tenant, id, written, source, version }: ConfigurationText): Listed {
  const context = { publicUrl, tenant, id, checkShape, checkFrame: checkDisclosureFrame };
  const parsed = parseCredentialConfiguration(written, context);
  if (!parsed.ok) return { id, source, errors: parsed.errors };
  const { configuration } = parsed;
  if (configuration.schema === undefined) return { id, configuration: { ...configuration, source, version }, written };
  const schema = compileClaimsSchema(configuration.schema);
  if (!schema.ok) return { id, source, errors: [{ pointer: '/schema', detail: schema.reason }] };
  return { id, configuration: { ...configuration, validate: schema.validate, source, version }, written };
}

export function isWorking(listed: Listed | undefined): listed is WorkingConfiguration {
  return listed !== undefined && 'configuration' in listed;
}

/** The body of one entry of the list: as written, with where it comes from; or what is wrong with it. */
export function configurationView(listed: Listed): JsonObject {
  if (!isWorking(listed)) {
    const error = listed.errors.map(({ pointer, detail }) => ({ pointer, detail }));
    return { id: listed.id, source: listed.source, error };
  }
  const { times } = listed;
  return {
    ...listed.written,
    id: listed.id,
    source: listed.configuration.source,
    ...(times === undefined ? {} : { createdAt: isoTime(times.createdAt), updatedAt: isoTime(times.updatedAt) }),
  };
}
