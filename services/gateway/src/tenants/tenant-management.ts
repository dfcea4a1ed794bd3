/** The operations that manage tenants and their clients. */
import type { Operations } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Callers } from '../authenticate/callers.ts';
import { clientOperations } from './client-operations.ts';
import { tenantOperations } from './tenant-operations.ts';

export function tenantManagement(platform: Platform, callers: Callers): Operations {
  const tenants = tenantOperations({ platform, ...callers });
  const clients = clientOperations({ platform, ...callers });
  return {
    'gateway.tenant.list': tenants.list,
    'gateway.tenant.create': tenants.create,
    'gateway.tenant.get': tenants.get,
    'gateway.tenant.suspend': tenants.suspend,
    'gateway.tenant.resume': tenants.resume,
    'gateway.tenant.erase': tenants.erase,
    'gateway.client.list': clients.list,
    'gateway.client.create': clients.create,
    'gateway.client.change': clients.change,
    'gateway.client.rotate': clients.rotate,
    'gateway.client.delete': clients.remove,
  };
}
