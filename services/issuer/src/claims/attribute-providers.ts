/** A tenant's attribute providers: `attribute-providers.json` in its folder. Secrets come from the environment. */
import { join } from 'node:path';
import {
  attributeProvidersSchema,
  type WrittenProvider,
} from '@countersign/shared/configuration-documents/attribute-providers';
import { withChecks } from '@countersign/shared/flow-config/document-findings';
import { secretBytes, type WebhookConfig, webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';

export const ATTRIBUTE_PROVIDERS_FILE = 'attribute-providers.json';

/** As the dispatcher calls it. */
export interface ProviderWebhook extends WebhookConfig {
  /** Seconds for one call. */
  readonly timeout: number;
}

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

function providersIn(value: Json): readonly WrittenProvider[] {
  const { providers } = isObject(value) ? value : {};
  return Array.isArray(providers) ? (providers as unknown as readonly WrittenProvider[]) : [];
}

function providerFindings(
  { url, auth, signingSecretEnv }: WrittenProvider,
  at: string,
  { allow, environment }: ProviderContext,
): readonly FieldError[] {
  const unset = ([member, name]: readonly [string, string | undefined]): FieldError[] =>
    name === undefined || (environment[name] ?? '') !== ''
      ? []
      : [{ pointer: `${at}/${member}`, detail: 'The variable is not set' }];
  const secret = signingSecretEnv === undefined ? undefined : environment[signingSecretEnv];
  return [
    ...webhookRuleFindings({ url }, at, allow),
    ...unset(['auth/valueEnv', auth?.valueEnv]),
    ...unset(['signingSecretEnv', signingSecretEnv]),
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

function webhookOf(
  { url, auth, signingSecretEnv, timeout = TIMEOUT }: WrittenProvider,
  environment: Environment,
): ProviderWebhook {
  const value = auth === undefined ? undefined : environment[auth.valueEnv];
  const signingSecret = signingSecretEnv === undefined ? undefined : environment[signingSecretEnv];
  return {
    url,
    timeout,
    ...(auth === undefined || value === undefined
      ? {}
      : { auth: { type: 'apiKey', config: { headerName: auth.headerName, value } } }),
    ...(signingSecret === undefined ? {} : { signingSecret }),
  };
}
