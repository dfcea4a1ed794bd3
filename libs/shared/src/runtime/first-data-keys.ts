/** Creates the data keys of the tenants that the settings name, before their first use. */

import { DEFAULT_TENANT } from '../kernel/identifiers.ts';
import type { Vaults } from '../keys/vault.ts';
import type { Settings } from '../settings/settings.ts';

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
