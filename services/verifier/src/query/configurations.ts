/** Presentation configurations of a tenant. */

import { presentationConfigSchema } from '@countersign/shared/configuration-documents/presentation-configuration';
import { createFlowConfigurations, type FlowConfigurations } from '@countersign/shared/flow-config/flow-configurations';
import type { ConfigurationText, FlowKind, Listed, Sourced } from '@countersign/shared/flow-config/listed';
import { webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import type { Operation } from '@countersign/shared/http/message';
import { compileSchema } from '@countersign/shared/http/validate';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Settings } from '@countersign/shared/settings/settings';
import { type PresentationConfiguration, parsePresentationConfiguration } from './presentation-configuration.ts';

export interface Configuration extends PresentationConfiguration, Sourced {
  /** Never in a file. */
  readonly page?: OwnPage;
}

/** A page of this server that asks the wallets of its browser too. */
export interface OwnPage {
  readonly origin: string;
  /** Whether it shows a code for another device in addition to the link. */
  readonly crossDevice: boolean;
}

export type Configurations = FlowConfigurations<Configuration>;

const checkShape = compileSchema(presentationConfigSchema);

/** How presentation configurations are read. Both folder names are accepted. */
export function presentationConfigurationKind(
  settings: Pick<Settings, 'OUTBOUND_ALLOW' | 'NODE_ENV'>,
): FlowKind<Configuration> {
  return {
    kind: 'presentation',
    folders: ['presentation', 'presentations'],
    noun: 'presentation configuration',
    check: (text) => listConfiguration(text, settings),
  };
}

/** @param checkWrite errors about what else the tenant has */
export function createConfigurations(
  platform: Pick<Platform, 'settings' | 'store' | 'clock' | 'vaults' | 'log'>,
  checkWrite?: FlowKind<Configuration>['checkWrite'],
): Configurations {
  const kind = presentationConfigurationKind(platform.settings);
  return createFlowConfigurations(platform, checkWrite === undefined ? kind : { ...kind, checkWrite });
}

/**
 * For other services: whether there is a usable configuration of the id in `params.id`; returns `{exists, why?}`.
 * @param why why it can't be requested now
 */
export function configurationExists(
  configurations: Configurations,
  why: (tenant: string, configuration: Configuration) => Promise<string | undefined>,
): Operation {
  return async ({ tenant, params }) => {
    const id = params.id ?? '';
    const found = await configurations.get(tenant, id);
    const against =
      found === undefined
        ? await configurations.why(tenant, id)
        : found.profile === undefined
          ? await why(tenant, found)
          : `Its profile ${found.profile} makes requests of their own, which can't be part of an issuance`;
    return { body: against === undefined ? { exists: true } : { exists: false, why: against } };
  };
}

/**
 * For the authorization page: why the presentation in `params.id` is requested; returns
 * `{purpose, privacyPolicy?, keys?}`.
 */
export function configurationPurpose(configurations: Configurations): Operation {
  return async ({ tenant, params }) => {
    const { purpose = [], privacyPolicy, keySet } = (await configurations.get(tenant, params.id ?? '')) ?? {};
    const keys = keySet === undefined ? {} : { keys: keySet };
    return { body: { purpose: [...purpose], ...(privacyPolicy === undefined ? {} : { privacyPolicy }), ...keys } };
  };
}

function listConfiguration(
  text: ConfigurationText,
  { OUTBOUND_ALLOW: allow, NODE_ENV }: Pick<Settings, 'OUTBOUND_ALLOW' | 'NODE_ENV'>,
): Listed<Configuration> {
  const { publicUrl, tenant, id, written, source, version, shape } = text;
  const parsed = parsePresentationConfiguration(written, {
    publicUrl,
    tenant,
    id,
    loopbackOrigins: NODE_ENV !== 'production',
    checkShape: shape === undefined ? checkShape : () => shape,
    checkWebhook: (webhook, pointer) => webhookRuleFindings(webhook, pointer, allow),
  });
  const readable = { id, configuration: { ...parsed.configuration, source, version }, written };
  return parsed.errors.length === 0 ? readable : { id, source, errors: parsed.errors, readable };
}
