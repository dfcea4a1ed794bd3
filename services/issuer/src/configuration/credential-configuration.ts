/** A credential configuration of a backend or a file, checked and completed. */

import { type IssuedFormat, issuedFormats } from '@countersign/shared/configuration-documents/credential-entry';
import { atNewPlaces, withChecks } from '@countersign/shared/flow-config/document-findings';
import { withPublicUrl } from '@countersign/shared/flow-config/listed';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import {
  type CommonConfiguration,
  type ConfigurationContext,
  commonConfiguration,
  configurationErrors,
  type FormatPart,
  object,
} from './common-configuration.ts';
import { configFindings } from './configuration-findings.ts';
import { type MdocConfiguration, mdocPart } from './mdoc-configuration.ts';
import { type SdJwtConfiguration, sdJwtPart } from './sd-jwt-configuration.ts';
import { type W3cConfiguration, w3cPart } from './w3c-configuration.ts';

export type CredentialConfiguration = SdJwtConfiguration | MdocConfiguration | W3cConfiguration;

export interface ParsedConfiguration<C = CredentialConfiguration> {
  readonly ok: boolean;
  /** With errors: its readable part, for further checks only. */
  readonly configuration: C;
  /** Errors for which it can't be used. */
  readonly errors: readonly FieldError[];
  /** More errors for which a write is refused although the configuration could be used. */
  readonly findings: readonly FieldError[];
}

/**
 * Checks a configuration as written and completes it: `<PUBLIC_URL>` in every string, default proof types, binding
 * methods, algorithms, scope, and the vct of an SD-JWT VC. Each check runs, whatever the others report.
 * @returns the configuration, and every error with its JSON pointer
 */
export function parseCredentialConfiguration(written: Json, context: ConfigurationContext): ParsedConfiguration {
  const value = withPublicUrl(object(written), credentialIssuer(context.publicUrl, context.tenant)) as JsonObject;
  const shape = context.checkShape(written);
  const format: FormatPart<PartOf<CredentialConfiguration>> = parts[meantFormat(object(value.config))](value, context);
  return completed(value, { ...context, shape }, format);
}

/** What a format adds to the common members. */
type PartOf<C> = C extends CommonConfiguration & infer P ? P : never;

const parts = { 'dc+sd-jwt': sdJwtPart, mso_mdoc: mdocPart, jwt_vc_json: w3cPart } as const;

/** A mistyped format is an error. The rest is checked as the format that was probably meant. */
function meantFormat({ format, doctype, credential_definition: definition }: JsonObject): IssuedFormat {
  const written = issuedFormats.find((name) => name === format);
  if (written !== undefined) return written;
  if (doctype !== undefined) return 'mso_mdoc';
  return definition === undefined ? 'dc+sd-jwt' : 'jwt_vc_json';
}

function completed<P>(
  value: JsonObject,
  context: ConfigurationContext & { readonly shape: readonly FieldError[] },
  format: FormatPart<P>,
): ParsedConfiguration<CommonConfiguration & P> {
  const { shape, imageExists } = context;
  const { checks, findings } = format;
  const errors = configurationErrors(value, context, { shape, checks });
  const issuer = credentialIssuer(context.publicUrl, context.tenant);
  const further = withChecks(shape, [
    () => configFindings(object(value.config), { issuer, imageExists }),
    () => findings,
  ]).slice(shape.length);
  return {
    ok: errors.length === 0,
    configuration: { ...commonConfiguration(value, context.id, format), ...format.part },
    errors,
    findings: atNewPlaces(errors, further),
  };
}
