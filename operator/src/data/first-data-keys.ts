/** Creates the data keys of the tenants that the settings name, before their first use. */

import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Vaults } from '@countersign/shared/keys/vault';
import type { Settings } from '@countersign/shared/settings/settings';

/**
 * Creates the missing data keys of variant A and of the first client of variant B. So a command that shows a derived
 * secret writes nothing, and a wrong MASTER_KEY is found at the start.
 * @throws MasterKeyError
 */
export async function makeFirstDataKeys(
  settings: Pick<Settings, 'AUTH_API_KEY' | 'AUTH_CLIENT_ID' | 'AUTH_CLIENT_SECRET'>,
  vaults: Vaults,
): Promise<void> {
  if (settings.AUTH_API_KEY !== undefined) await vaults.of(DEFAULT_TENANT);
  if (settings.AUTH_CLIENT_SECRET !== undefined) await vaults.of(settings.AUTH_CLIENT_ID);
}
