/**
 * What an issuer requires of wallets: a tenant of profile haip that could not authenticate any wallet is not served.
 */

import { join } from 'node:path';
import { NO_WALLET_PROVIDER, WALLET_PROVIDERS } from '@countersign/shared/flow-config/haip-parts';
import type { RequirementsOf } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Log } from '@countersign/shared/kernel/log';
import { createTenantFolders } from '@countersign/shared/kernel/tenant-folders';
import { createFolderReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';

/**
 * The requirements for an issuer: a tenant of profile haip that could not authenticate any wallet is not served, and
 * the log contains the reason.
 * @throws ProtocolError `server_error`
 */
export function issuerRequirements({
  settings,
  log,
  requirementsOf,
}: {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly log: Log;
  readonly requirementsOf: RequirementsOf;
}): RequirementsOf {
  const names = createFolderReader('.pem');
  const ofFiles = createTenantFolders(settings.CONFIG_FOLDER);
  const reported = new Set<string>();
  return (tenant) => {
    const required = requirementsOf(tenant);
    if (required.profile === 'open') return required;
    const file = join(tenantFolder(settings.CONFIG_FOLDER, tenant), WALLET_PROVIDERS);
    // Anchors of a tenant without files are written through the API; without one its wallets are refused one by one.
    if (names(file).length > 0 || !(tenant === DEFAULT_TENANT || ofFiles(tenant))) {
      reported.delete(tenant);
      return required;
    }
    if (!reported.has(tenant)) {
      reported.add(tenant);
      log.error('The tenant has the profile haip and lacks a part, so no wallet is served', {
        tenant,
        file,
        detail: NO_WALLET_PROVIDER,
      });
    }
    throw new ProtocolError('server_error', 'The tenant is not configured completely', {
      reason: 'tenant_configuration',
      facts: { place: WALLET_PROVIDERS, detail: NO_WALLET_PROVIDER },
    });
  };
}
