/** Credential configurations of a tenant. */

import { createFlowConfigurations, type FlowConfigurations } from '@countersign/shared/flow-config/flow-configurations';
import type { ConfigurationWrite, FlowKind } from '@countersign/shared/flow-config/listed';
import type { ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import { onBehalfOf } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { type Configuration, listConfiguration } from './listed-configuration.ts';

export type Configurations = FlowConfigurations<Configuration>;

/** How credential configurations are read. Both folder names are accepted. */
export function credentialConfigurationKind(
  settings: Parameters<typeof listConfiguration>[1],
): Pick<FlowKind<Configuration>, 'kind' | 'folders' | 'noun' | 'check'> {
  return {
    kind: 'issuance',
    folders: ['issuance', 'credentials'],
    noun: 'credential configuration',
    check: (text) => listConfiguration(text, settings),
  };
}

export function createConfigurations(platform: Platform): Configurations {
  const checkWrite = async (write: ConfigurationWrite<Configuration>): Promise<readonly FieldError[]> => [
    ...scopeFindings(write.configuration, write.others),
    ...typeFindings(platform.requirementsOf(write.tenant).profile, write.configuration, write.others),
    ...(await presentationFindings(platform, write)),
  ];
  return createFlowConfigurations(platform, { ...credentialConfigurationKind(platform.settings), checkWrite });
}

/** A scope belongs to one configuration: else a wallet that authorizes by scope would get credentials it did not request. */
export function scopeFindings(
  { scope }: Pick<Configuration, 'scope'>,
  others: readonly Pick<Configuration, 'id' | 'scope'>[],
): readonly FieldError[] {
  const same = others.find((other) => other.scope === scope);
  if (same === undefined) return [];
  return [{ pointer: '/config/scope', detail: `The configuration ${same.id} has this scope; each has its own` }];
}

/** HAIP 1.0, 4.1 and 4.3: a scope names one type, and a type has one scope, so a second configuration of a type is refused. */
export function typeFindings(
  profile: ProfileName,
  { vct }: Pick<Configuration, 'vct'>,
  others: readonly Pick<Configuration, 'id' | 'vct'>[],
): readonly FieldError[] {
  const same = profile === 'haip' ? others.find((other) => other.vct === vct) : undefined;
  if (same === undefined) return [];
  const detail = `The configuration ${same.id} has this type (${vct}), and the profile haip has one scope for each type`;
  return [{ pointer: '/config/vct', detail }];
}

/** A credential configuration can't be offered without its presentation configuration. */
async function presentationFindings(
  { call }: Pick<Platform, 'call'>,
  { tenant, configuration, cause }: ConfigurationWrite<Configuration>,
): Promise<readonly FieldError[]> {
  const id = configuration.presentationDuringIssuance;
  if (id === undefined) return [];
  const request = onBehalfOf(cause, { method: 'GET', tenant, params: { id } });
  const { body } = await call('verifier.configuration.exists', request);
  if (isObject(body) && body.exists === true) return [];
  const detail = 'There is no usable presentation configuration of this id; write it first';
  return [{ pointer: '/presentation_during_issuance/type', detail }];
}
