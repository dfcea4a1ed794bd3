import type { Settings } from '@countersign/shared/settings/settings';
import type { CredentialConfiguration } from './credential-configuration.ts';

/**
 * Limit of credentials in one answer. A wallet that follows a reuse policy asks for its batch in place of the advertised one, so
 * the larger of both is accepted.
 */
export function batchSizeOf(
  { BATCH_SIZE }: Pick<Settings, 'BATCH_SIZE'>,
  { batchSize = 0 }: Pick<CredentialConfiguration, 'batchSize'>,
): number {
  return Math.max(BATCH_SIZE, batchSize);
}
