/** Credential configurations of a tenant. */
import { createFlowConfigurations, type FlowConfigurations } from '@countersign/shared/flow-config/flow-configurations';
import type { Platform } from '@countersign/shared/runtime/service';
import { type Configuration, listConfiguration } from './listed-configuration.ts';

export type Configurations = FlowConfigurations<Configuration>;

/** Both folder names are in use. */
export function createConfigurations(platform: Platform): Configurations {
  return createFlowConfigurations(platform, {
    kind: 'issuance',
    folders: ['issuance', 'credentials'],
    noun: 'credential configuration',
    check: (text) => listConfiguration(text, platform.settings.OUTBOUND_ALLOW),
  });
}
