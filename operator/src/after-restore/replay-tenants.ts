/**
 * What a restored backup would bring back of tenants and clients: the gateway's job erases an erased tenant again, and
 * a client that was removed or whose secret was changed after the backup has no secret until it is rotated.
 */

import { lockClient } from '@countersign/gateway/authenticate/client-secrets';
import { createdTenant, eraseRestored } from '@countersign/gateway/tenants/tenant-transitions';
import { auditRecords } from '@countersign/shared/model/tenant/audit-record';
import { clients } from '@countersign/shared/model/tenant/clients';
import { tenants } from '@countersign/shared/model/tenant/tenants';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { updateDocument } from '@countersign/shared/store/update-document';
import type { ReadAudit } from './replay-audit.ts';

const SECRET_ENDED = ['client.rotated', 'client.removed'];

/** Call it before the records are inserted: the store's existing tenants are older than the backup. */
export async function replayTenants(store: Store, records: ReadAudit['records'], now: number): Promise<void> {
  for (const record of records) {
    const { action, subject } = record;
    if (subject === undefined) continue;
    if (action === 'tenant.erased') await eraseAgain(store, record, subject, now);
    else if (SECRET_ENDED.includes(action)) await lock(store, record, subject, now);
  }
}

type AuditLine = ReadAudit['records'][number];

async function eraseAgain(
  store: Store,
  { client, tenant, request }: AuditLine,
  id: string,
  now: number,
): Promise<void> {
  const by = { client, tenant, ...(request === undefined ? {} : { request }) };
  // The backup may be older than the tenant. Its id must not be reused either.
  await store.insert(tenants, createdTenant({ id }, now));
  await updateDocument(store, tenants, id, (present) => eraseRestored(present, by, now));
}

async function lock(store: Store, { id, tenant, data }: AuditLine, client: string, now: number): Promise<void> {
  if (typeof data?.tenant !== 'string') return;
  if ((await ofTenant(store, tenant).get(auditRecords, id)) !== undefined) return;
  await ofTenant(store, data.tenant).update(clients, client, (present) => lockClient(present, now));
}
