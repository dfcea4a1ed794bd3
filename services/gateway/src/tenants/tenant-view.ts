/** A tenant and a management client as the API shows them. Pure. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { ClientDocument } from '@countersign/shared/model/tenant/clients';
import type { TenantReceipt, TenantRecord } from '@countersign/shared/model/tenant/tenants';
import type { Client } from '../authenticate/client.ts';
import { acceptedSecrets } from '../authenticate/client-secrets.ts';

/** @param ofFiles a tenant of files has the same id: that one is served */
export function tenantView({ id, name, createdAt, life }: TenantRecord, ofFiles: boolean): JsonObject {
  return {
    id,
    ...(name === undefined ? {} : { name }),
    source: 'api',
    state: life.state,
    since: isoTime(life.since),
    createdAt: isoTime(createdAt),
    ...(ofFiles ? { hiddenByFiles: true } : {}),
    ...(life.state === 'erased' ? { receipt: receiptView(life.receipt) } : {}),
    ...(life.state === 'erasing' ? { removed: life.erasure.removed } : {}),
  };
}

/** A tenant of a folder, clients.json or the environment. */
export function fileTenantView(id: string): JsonObject {
  return { id, source: 'file', state: 'active' };
}

function receiptView({ requestedBy, startedAt, endedAt, removed, kept, chain }: TenantReceipt): JsonObject {
  const { client, tenant, request } = requestedBy;
  return {
    requestedBy: { client, tenant, ...(request === undefined ? {} : { request }) },
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    removed,
    kept,
    chain,
  };
}

/** @param now milliseconds */
export function clientView(client: ClientDocument, now: number): JsonObject {
  const { id, role, name, createdAt, updatedAt } = client;
  const accepted = acceptedSecrets(client, now);
  const former = accepted.find(({ until }) => until !== undefined);
  return {
    client_id: id,
    role,
    ...(name === undefined ? {} : { name }),
    source: 'api',
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...(former?.until === undefined ? {} : { formerSecretUntil: isoTime(former.until) }),
    ...(accepted.length === 0 ? { locked: true } : {}),
  };
}

/** A client of clients.json or the environment. */
export function fileClientView({ id, role }: Client): JsonObject {
  return { client_id: id, role, source: 'file' };
}
