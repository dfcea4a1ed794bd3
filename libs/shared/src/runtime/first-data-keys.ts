/** The data keys of the tenants that the settings alone name, made before their first use. */

import { DEFAULT_TENANT } from '../kernel/identifiers.ts';
import type { Vaults } from '../keys/vault.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Makes those that are missing: of variant A, and of the first client of variant B. So a command that shows what is
 * derived from one has nothing to make, and a MASTER_KEY that does not open one is found at once.
 * @throws MasterKeyError
 */
export async function makeFirstDataKeys(
  settings: Pick<Settings, 'AUTH_API_KEY' | 'AUTH_CLIENT_ID' | 'AUTH_CLIENT_SECRET'>,
  vaults: Vaults,
): Promise<void> {
  if (settings.AUTH_API_KEY !== undefined) await vaults.of(DEFAULT_TENANT);
  if (settings.AUTH_CLIENT_SECRET !== undefined) await vaults.of(settings.AUTH_CLIENT_ID);
}
