/** A credential configuration of a backend or a file, checked and completed. */

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

export type { ConfigurationContext } from './common-configuration.ts';

export type CredentialConfiguration = SdJwtConfiguration | MdocConfiguration;

export type ParsedConfiguration =
  | {
      readonly ok: true;
      readonly configuration: CredentialConfiguration;
      /** Mistakes for which a write is refused although the configuration can be used. */
      readonly findings: readonly FieldError[];
    }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Checks a configuration as written and completes it: `<PUBLIC_URL>` in every string, default proof types, binding
 * methods, algorithms, scope, and the vct of an SD-JWT VC.
 * @returns the configuration, or every finding with its JSON pointer
 */
export function parseCredentialConfiguration(written: Json, context: ConfigurationContext): ParsedConfiguration {
  const shape = context.checkShape(written);
  if (shape.length > 0) return { ok: false, errors: shape };
  const value = withPublicUrl(written, credentialIssuer(context.publicUrl, context.tenant)) as JsonObject;
  if (object(value.config).format === 'mso_mdoc') return completed(value, context, mdocPart(value));
  return completed(value, context, sdJwtPart(value, context));
}

function completed<P>(
  value: JsonObject,
  context: ConfigurationContext,
  format: FormatPart<P>,
):
  | { readonly ok: true; readonly configuration: CommonConfiguration & P; readonly findings: readonly FieldError[] }
  | { readonly ok: false; readonly errors: readonly FieldError[] } {
  const errors = configurationErrors(value, context, format);
  if (errors.length > 0) return { ok: false, errors };
  const issuer = credentialIssuer(context.publicUrl, context.tenant);
  const { imageExists } = context;
  return {
    ok: true,
    configuration: { ...commonConfiguration(value, context.id, format), ...format.part },
    findings: [...configFindings(object(value.config), { issuer, imageExists }), ...format.findings],
  };
}
