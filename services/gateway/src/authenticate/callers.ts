/** Possible callers: clients from files and the store, the tenants, and users who are signed in at the console. */
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import { createCachedTenants } from '@countersign/shared/runtime/cached-tenants';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { createClientOf } from './client-of.ts';
import { createClients, isTenantId } from './clients.ts';
import { createConsoleSessions } from './console-sessions.ts';
import { createTenantStatusOf } from './tenant-status.ts';
import { createTenants } from './tenants.ts';

export type Callers = ReturnType<typeof createCallers>;

/**
 * @param environment variables for `secret_env` in clients.json
 * @param reserved words that cannot be tenant ids
 * @throws Error if AUTH_CLIENT_ID can't be used
 */
export function createCallers(platform: Platform, environment: Environment, reserved: ReadonlySet<string>) {
  const { settings, log } = platform;
  const enabled = {
    a: settings.AUTH_API_KEY !== undefined,
    b: settings.AUTH_CLIENT_SECRET !== undefined && settings.JWT_SECRET !== undefined,
  };
  if (enabled.b && !isTenantId(settings.AUTH_CLIENT_ID, reserved)) {
    throw new Error('AUTH_CLIENT_ID is not a valid tenant id: it is reserved or contains other characters');
  }
  const edits = platform.edits && { edits: platform.edits };
  const clients = createClients({ settings, environment, log, reserved, ...edits });
  const ofFiles = createTenants({ configFolder: settings.CONFIG_FOLDER, clients, reserved, ...edits });
  const cachedTenants = createCachedTenants(platform);
  const clientOf = createClientOf({ ...platform, clients });
  const tenantStatusOf = createTenantStatusOf(ofFiles, cachedTenants);
  const tenantExists = async (id: string): Promise<boolean> =>
    id !== DEFAULT_TENANT && ['served', 'suspended'].includes((await tenantStatusOf(id)) ?? '');
  const consoleSessions = createConsoleSessions({ ...platform, clientOf, tenantExists });
  return {
    enabled,
    reserved,
    clients,
    ofFiles,
    cachedTenants,
    clientOf,
    tenantStatusOf,
    tenantExists,
    consoleSessions,
  };
}
