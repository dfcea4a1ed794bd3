/** Credential configurations, checked and compiled. */
import { checkDisclosureFrame } from '@countersign/shared/crypto/disclosure-frame';
import type { FieldError } from '@countersign/shared/errors';
import type { ConfigurationText, Listed, Sourced } from '@countersign/shared/flow-config/listed';
import { credentialConfigurationSchema } from '@countersign/shared/http/schemas';
import { compileSchema } from '@countersign/shared/http/validate';
import { webhookFindings } from '@countersign/shared/http/webhook-config';
import type { Json } from '@countersign/shared/json';
import { type CompiledSchema, compileClaimsSchema } from './claims-schema.ts';
import { type CredentialConfiguration, parseCredentialConfiguration } from './protocol/credential-configuration.ts';

/** A configuration that works, with its compiled schema. */
export interface Configuration extends CredentialConfiguration, Sourced {
  readonly validate?: CompiledSchema;
}

const checkShape = compileSchema(credentialConfigurationSchema);

/** Checks, completes and compiles a configuration as written. @param allow OUTBOUND_ALLOW */
export function listConfiguration(
  { publicUrl, tenant, id, written, source, version }: ConfigurationText,
  allow: readonly string[],
): Listed<Configuration> {
  const context = {
    publicUrl,
    tenant,
    id,
    checkShape,
    checkWebhook: (webhook: Json, pointer: string) => webhookFindings(webhook, pointer, allow),
    checkFrame: checkDisclosureFrame,
  };
  const parsed = parseCredentialConfiguration(written, context);
  if (!parsed.ok) return { id, source, errors: parsed.errors };
  const { configuration } = parsed;
  if (configuration.schema === undefined) return { id, configuration: { ...configuration, source, version }, written };
  const schema = compileClaimsSchema(configuration.schema);
  if (!schema.ok) return { id, source, errors: below('/schema', schema.errors) };
  return { id, configuration: { ...configuration, validate: schema.validate, source, version }, written };
}

function below(place: string, errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail }));
}
