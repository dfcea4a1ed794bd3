/** The registrar of a tenant: the job that renews registration certificates, and `GET /registrar`. */

import { type TaskOf, taskId } from '@countersign/european-trust/registrar/registrar-tasks';
import { taskView } from '@countersign/european-trust/registrar/registrar-view';
import { renewRegistrationsJob } from '@countersign/european-trust/registrar/renew-registrations';
import { createTenantRegistrars } from '@countersign/european-trust/registrar/tenant-registrar';
import type { Registrations } from '@countersign/european-trust/tenant/registrations';
import type { Operation } from '@countersign/shared/http/message';
import type { Outbound } from '@countersign/shared/http/outbound';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { tenantsByFolder } from '@countersign/shared/kernel/versioned-file';
import { registrarTasks } from '@countersign/shared/model/tenant/registrar-tasks';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { RegistrationManagement } from './registration-management.ts';

export interface RegistrarParts {
  readonly platform: Platform;
  readonly outbound: Outbound;
  /** Variables that `tokenEnv` in registrar.json may refer to. */
  readonly environment: Environment;
  readonly registrations: Pick<Registrations, 'of'>;
  readonly write: RegistrationManagement['write'];
}

export interface TenantRegistrarService {
  readonly job: Job;
  readonly get: Operation;
}

export function createRegistrarService(parts: RegistrarParts): TenantRegistrarService {
  const { platform, outbound, environment, registrations, write } = parts;
  const registrars = createTenantRegistrars(platform);
  const job = renewRegistrationsJob({
    platform,
    outbound,
    registrars,
    registrations,
    write,
    variable: (name) => environment[name],
    tenants: async () => tenantsByFolder(platform.settings.CONFIG_FOLDER),
  });
  const view = async (tenant: string, of: TaskOf): Promise<JsonObject> =>
    taskView(await ofTenant(platform.store, tenant).get(registrarTasks, taskId(tenant, of)));
  return {
    job,
    get: async ({ tenant }) => {
      const found = registrars(tenant);
      if (found === undefined) return { body: { certificates: [] } };
      const { url, identifier, party, certificates = [] } = found.written;
      return {
        body: {
          url,
          identifier,
          ...(party === undefined ? {} : { party: await view(tenant, { party: true }) }),
          certificates: await Promise.all(
            certificates.map(async ({ id, intendedUse }) => ({
              id,
              intendedUse,
              ...(await view(tenant, { certificate: id })),
            })),
          ),
        },
      };
    },
  };
}
