/** Whether a tenant exists: a command must create nothing for one that does not. */

import { createClients } from '@countersign/gateway/authenticate/clients';
import { createTenantStatusOf } from '@countersign/gateway/authenticate/tenant-status';
import { createTenants } from '@countersign/gateway/authenticate/tenants';
import { reservedWords } from '@countersign/gateway/edge/match';
import { systemClock } from '@countersign/shared/kernel/clock';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import { silentLog } from '@countersign/shared/kernel/log';
import { ERASED_KEY, keyDocuments } from '@countersign/shared/model/keys/key-documents';
import { createCachedTenants } from '@countersign/shared/runtime/cached-tenants';
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
 * @returns `keyed`: the store has its data key; `configured`: a client or a folder in CONFIG_FOLDER declares it, the
 *   API created it, or it is variant A's; undefined: there is no such tenant, or it is erased
 */
export async function knownTenant(
  { store, settings, environment }: TenantSources,
  tenant: string,
): Promise<'keyed' | 'configured' | undefined> {
  const dataKey = await ofTenant(store, tenant).get(keyDocuments, `${tenant}/data/1`);
  if (dataKey !== undefined) return dataKey.sealed === ERASED_KEY ? undefined : 'keyed';
  if (tenant === DEFAULT_TENANT) return 'configured';
  const reserved = reservedWords();
  const clients = createClients({ settings, environment, log: silentLog, reserved });
  const ofFiles = createTenants({ configFolder: settings.CONFIG_FOLDER, clients, reserved });
  const status = await createTenantStatusOf(ofFiles, createCachedTenants({ store, clock: systemClock }))(tenant);
  return status === 'served' || status === 'suspended' ? 'configured' : undefined;
}
