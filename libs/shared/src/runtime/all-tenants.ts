/** The tenants that jobs work on: those in files, and API tenants that are served. */
import { tenantsByFolder } from '../kernel/versioned-file.ts';
import { tenants } from '../model/tenant/tenants.ts';
import type { Settings } from '../settings/settings.ts';
import { pages } from '../store/pages.ts';
import type { Store } from '../store/port.ts';

/** Number of tenants to read together. */
const PAGE = 200;

export async function allTenants({
  store,
  settings,
}: {
  readonly store: Store;
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
}): Promise<readonly string[]> {
  const found = new Set(tenantsByFolder(settings.CONFIG_FOLDER));
  for await (const page of pages(store, tenants, { index: 'newest', limit: PAGE })) {
    for (const { id, life } of page) {
      if (life.state === 'active') found.add(id);
    }
  }
  return [...found];
}
