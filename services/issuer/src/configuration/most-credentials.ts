import type { Settings } from '@countersign/shared/settings/settings';
import { batchSizeOf } from './batch-size.ts';
import type { CredentialConfiguration } from './credential-configuration.ts';

/** Limit of credentials that one offer issues of one configuration. */
export function mostCredentials(
  settings: Pick<Settings, 'BATCH_SIZE' | 'CREDENTIAL_BATCHES'>,
  configuration: Pick<CredentialConfiguration, 'batchSize'>,
): number {
  return batchSizeOf(settings, configuration) * settings.CREDENTIAL_BATCHES;
}
