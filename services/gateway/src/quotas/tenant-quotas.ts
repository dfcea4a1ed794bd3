/** The number of calls allowed for a tenant: the settings QUOTA_*, unless its `tenant.json` has `quotas`. */
import { join } from 'node:path';
import type { Quotas } from '@countersign/shared/flow-config/quotas';
import { parseTenantFile } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';

export type QuotasOf = (tenant: string) => Quotas;

/** Milliseconds after which a file is checked again: no wallet call waits for the file system. */
const CACHED_FOR = 1000;
const MAX_CACHED = 10_000;

/** Reads the quotas of a tenant. With a broken `tenant.json` the settings apply. */
export function createQuotasOf({
  settings,
  clock,
}: {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER' | 'QUOTA_MANAGEMENT' | 'QUOTA_WALLET' | 'QUOTA_PARALLEL'>;
  readonly clock: Clock;
}): QuotasOf {
  const { CONFIG_FOLDER, QUOTA_MANAGEMENT: management, QUOTA_WALLET: wallet, QUOTA_PARALLEL: parallel } = settings;
  const usual: Quotas = { management, wallet, parallel };
  const reader = createFileReader((text) => ({ ...usual, ...parseTenantFile(text).quotas }));
  const cached = new Map<string, { readonly quotas: Quotas; readonly until: number }>();
  return (tenant) => {
    const now = clock();
    const known = cached.get(tenant);
    if (known !== undefined && known.until > now) return known.quotas;
    const content = reader.read(join(tenantFolder(CONFIG_FOLDER, tenant), 'tenant.json'));
    const quotas = content?.ok === true ? content.value : usual;
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(tenant, { quotas, until: now + CACHED_FOR });
    return quotas;
  };
}
