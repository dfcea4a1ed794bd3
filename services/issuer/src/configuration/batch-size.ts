/** How many credentials a request and an offer may have. */
import type { Settings } from '@countersign/shared/settings/settings';
import type { CredentialConfiguration } from './credential-configuration.ts';

/**
 * Limit of credentials in one response. A wallet that follows a reuse policy requests its batch size instead of the
 * advertised one, so the larger of the two is accepted.
 */
export function batchSizeOf(
  { BATCH_SIZE }: Pick<Settings, 'BATCH_SIZE'>,
  { batchSize = 0 }: Pick<CredentialConfiguration, 'batchSize'>,
): number {
  return Math.max(BATCH_SIZE, batchSize);
}

/** Limit of credentials that one offer issues of one configuration. */
export function mostCredentials(
  settings: Pick<Settings, 'BATCH_SIZE' | 'CREDENTIAL_BATCHES'>,
  configuration: Pick<CredentialConfiguration, 'batchSize'>,
): number {
  return batchSizeOf(settings, configuration) * settings.CREDENTIAL_BATCHES;
}
