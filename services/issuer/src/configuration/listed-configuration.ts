/** Credential configurations, checked and compiled. */
import { credentialConfigurationSchema } from '@countersign/shared/configuration-documents/credential-configuration';
import { mdocMembers } from '@countersign/shared/configuration-documents/mdoc-members';
import { atNewPlaces, clearOf } from '@countersign/shared/flow-config/document-findings';
import { type ConfigurationText, errorsBelow, type Listed, type Sourced } from '@countersign/shared/flow-config/listed';
import { webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { Settings } from '@countersign/shared/settings/settings';
import {
  type CompiledSchema,
  compileClaimsSchema,
  lazyClaimsSchema,
  type SchemaCompilation,
} from '../schema/claims-schema.ts';
import { expenseFindings } from '../schema/schema-expense.ts';
import { type CredentialConfiguration, parseCredentialConfiguration } from './credential-configuration.ts';
import { checkDisclosureFrame, checkedFrame } from './disclosure-frame.ts';
import { imagesOf } from './display/image-files.ts';
import { payloadFindings } from './payload-check.ts';

/** A valid configuration with its compiled schema. */
export type Configuration = CredentialConfiguration & Sourced & { readonly validate?: CompiledSchema };

const checkShape = compileSchema(credentialConfigurationSchema);

/** Checks, completes and compiles a configuration as written. */
export function listConfiguration(
  { publicUrl, tenant, id, written, source, version, stored = false, shape }: ConfigurationText,
  { OUTBOUND_ALLOW, CONFIG_FOLDER }: Pick<Settings, 'OUTBOUND_ALLOW' | 'CONFIG_FOLDER'>,
): Listed<Configuration> {
  const parsed = parseCredentialConfiguration(written, {
    publicUrl,
    tenant,
    id,
    checkShape: shape === undefined ? checkShape : () => shape,
    checkWebhook: (webhook: Json, pointer: string) => webhookRuleFindings(webhook, pointer, OUTBOUND_ALLOW),
    checkFrame: checkDisclosureFrame,
    // A configuration from the API may refer to stored images. They were checked when it was written.
    imageExists: source === 'api' ? () => true : imagesOf(CONFIG_FOLDER, tenant),
  });
  const { schema: given } = parsed.configuration;
  const schema = given && clearOf(parsed.errors)('/schema') ? usableSchema(given, { source, stored }) : undefined;
  const errors = [...parsed.errors, ...(schema?.ok === false ? errorsBelow('/schema', schema.errors) : [])];
  const validate = schema?.ok === true ? { validate: schema.validate } : {};
  const configuration: Configuration = {
    ...(errors.length === 0 ? withCheckedFrame(parsed.configuration) : parsed.configuration),
    ...validate,
    source,
    version,
  };
  const issuer = credentialIssuer(publicUrl, tenant);
  const unfit = stored || !areComparable(errors) ? [] : staticClaimsFindings(configuration, issuer);
  const findings = [...parsed.findings, ...atNewPlaces([...errors, ...parsed.findings], unfit)];
  const readable = { id, configuration, written, ...(findings.length === 0 ? {} : { findings }) };
  return errors.length === 0 ? readable : { id, source, errors, readable };
}

function withCheckedFrame(configuration: CredentialConfiguration): CredentialConfiguration {
  if (configuration.format !== 'dc+sd-jwt') return configuration;
  return { ...configuration, checkedFrame: checkedFrame(configuration.disclosureFrame) };
}

/** Members that decide, together with the claims, whether static claims match. */
const FOR_STATIC_CLAIMS = [
  '/id',
  '/schema',
  ...Object.keys(mdocMembers).map((name) => `/${name}`),
  '/config/format',
  '/config/vct',
  '/config/doctype',
  '/config/credential_definition',
];

function areComparable(errors: readonly FieldError[]): boolean {
  return clearOf(errors)(...FOR_STATIC_CLAIMS) && errors.every(({ pointer }) => pointer !== '/claims');
}

/** Stored schemas compile at first use, so that reading many costs no more than parsing them. */
function usableSchema(
  schema: JsonObject,
  { source, stored }: Required<Pick<ConfigurationText, 'source' | 'stored'>>,
): SchemaCompilation {
  if (stored) return { ok: true, validate: lazyClaimsSchema(schema) };
  const errors = source === 'api' ? expenseFindings(schema) : [];
  return errors.length > 0 ? { ok: false, errors } : compileClaimsSchema(schema);
}

/**
 * Static claims must match the schema without any others, because claims are never merged. Without static claims, the
 * offer's claims must match.
 */
function staticClaimsFindings(configuration: Configuration, issuer: string): readonly FieldError[] {
  if (Object.keys(configuration.claims).length === 0) return [];
  const found = payloadFindings(issuer, 0, { configuration, offered: {} });
  return errorsBelow(
    '/claims',
    found.map(({ pointer, detail }) => ({ pointer, detail: `Static claims: ${detail}` })),
  );
}
