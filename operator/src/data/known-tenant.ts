/** Whether a tenant exists: a command must create nothing for one that does not. */

import { createClients } from '@countersign/gateway/authenticate/clients';
import { createTenants } from '@countersign/gateway/authenticate/tenants';
import { reservedWords } from '@countersign/gateway/edge/match';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import { silentLog } from '@countersign/shared/kernel/log';
import { keyDocuments } from '@countersign/shared/model/keys-documents';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';

interface TenantSources {
  readonly store: Store;
  readonly settings: Settings;
  readonly environment: Environment;
}

/**
 * @returns `keyed`: the store has its data key; `configured`: a client or a folder of CONFIG_FOLDER names it, or it is
 *   that of variant A; undefined: there is no such tenant
 */
export async function knownTenant(
  { store, settings, environment }: TenantSources,
  tenant: string,
): Promise<'keyed' | 'configured' | undefined> {
  if ((await ofTenant(store, tenant).get(keyDocuments, `${tenant}/data/1`)) !== undefined) return 'keyed';
  if (tenant === DEFAULT_TENANT) return 'configured';
  const reserved = reservedWords();
  const clients = createClients({ settings, environment, log: silentLog, reserved });
  const exists = createTenants({ configFolder: settings.CONFIG_FOLDER, clients, reserved });
  return (await exists(tenant)) ? 'configured' : undefined;
}
