import type { Settings } from '@countersign/shared/settings/settings';

/** Limit of credentials that one offer issues of one configuration. */
export function mostCredentials({
  BATCH_SIZE,
  CREDENTIAL_BATCHES,
}: Pick<Settings, 'BATCH_SIZE' | 'CREDENTIAL_BATCHES'>): number {
  return BATCH_SIZE * CREDENTIAL_BATCHES;
}
