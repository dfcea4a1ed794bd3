import type { Settings } from '@countersign/shared/settings/settings';

/** Most credentials of one configuration that an offer gives. */
export function mostCredentials({
  BATCH_SIZE,
  CREDENTIAL_BATCHES,
}: Pick<Settings, 'BATCH_SIZE' | 'CREDENTIAL_BATCHES'>): number {
  return BATCH_SIZE * CREDENTIAL_BATCHES;
}
