/** A tenant's attribute providers: `attribute-providers.json` in its folder. Secrets come from the environment. */
import { join } from 'node:path';
import {
  attributeProvidersSchema,
  type WrittenProvider,
} from '@countersign/shared/configuration-documents/attribute-providers';
import { withChecks } from '@countersign/shared/flow-config/document-findings';
import type { ProviderWebhook } from '@countersign/shared/flow-config/provider-webhook';
import { secretBytes, webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { authenticationFindings, authenticationOf } from './provider-authentication.ts';

export const ATTRIBUTE_PROVIDERS_FILE = 'attribute-providers.json';

/** Undefined if the tenant has no usable provider with this id. */
export type AttributeProviders = (tenant: string, id: string) => ProviderWebhook | undefined;

interface ProviderContext {
  readonly allow: readonly string[];
  readonly environment: Environment;
}

/** Seconds. */
const TIMEOUT = 10;

const validate = compileSchema(attributeProvidersSchema);

/** What is wrong with the file: its shape, ids that appear twice, addresses, and variables that are not set. */
export function attributeProviderFindings(value: Json, context: ProviderContext): readonly FieldError[] {
  return withChecks(validate(value), [
    () => providersIn(value).flatMap((one, index) => providerFindings(one, `/providers/${index}`, context)),
    () => doubled(providersIn(value)),
  ]);
}

/** The ids in a file, whatever else is wrong with it. */
export function providerIds(value: Json): readonly string[] {
  return providersIn(value).map(({ id }) => id);
}

function providersIn(value: Json): readonly WrittenProvider[] {
  const { providers } = isObject(value) ? value : {};
  return Array.isArray(providers) ? (providers as unknown as readonly WrittenProvider[]) : [];
}

function providerFindings(provider: WrittenProvider, at: string, context: ProviderContext): readonly FieldError[] {
  const { url, signingSecretEnv } = provider;
  const secret = signingSecretEnv === undefined ? undefined : context.environment[signingSecretEnv];
  return [
    ...webhookRuleFindings({ url }, at, context.allow),
    ...authenticationFindings(provider, at, context),
    ...(secret === undefined || secret === '' || secretBytes(secret) !== undefined
      ? []
      : [{ pointer: `${at}/signingSecretEnv`, detail: 'The value must be whsec_ and base64 of 24 to 64 bytes' }]),
  ];
}

function doubled(providers: readonly WrittenProvider[]): readonly FieldError[] {
  const ids = providers.map(({ id }) => id);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ pointer: `/providers/${index}/id`, detail: 'Another provider has this id' }],
  );
}

/** A file with an error is ignored as a whole, and logged once per version: a credential then isn't issued. */
export function createAttributeProviders(
  { settings, edits, log }: Pick<Platform, 'settings' | 'edits' | 'log'>,
  environment: Environment,
): AttributeProviders {
  const context = { allow: settings.OUTBOUND_ALLOW, environment };
  const reader = createFileReader((text) => {
    const value = parseJson(text);
    const [first] = attributeProviderFindings(value, context);
    if (first !== undefined) throw new Error(`${first.pointer}: ${first.detail}`);
    return providersIn(value);
  }, edits);
  const reported = new Map<string, string>();
  return (tenant, id) => {
    const content = reader.read(join(tenantFolder(settings.CONFIG_FOLDER, tenant), ATTRIBUTE_PROVIDERS_FILE));
    if (content?.ok === false && reported.get(tenant) !== content.version) {
      reported.set(tenant, content.version);
      log.error("A tenant's attribute providers are ignored, because the file has an error", { tenant });
    }
    const found = content?.ok === true ? content.value.find((one) => one.id === id) : undefined;
    return found && webhookOf(found, environment);
  };
}

/** @returns undefined if a file cannot be read any more */
function webhookOf(provider: WrittenProvider, environment: Environment): ProviderWebhook | undefined {
  const { url, timeout = TIMEOUT } = provider;
  const authentication = authenticationOf(provider, environment);
  return authentication && { url, timeout, ...authentication };
}
