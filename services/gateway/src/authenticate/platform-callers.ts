/** Callers that manage the whole installation. */
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Role } from '@countersign/shared/kernel/role';

/** The tenant of variant B whose administrators manage the installation. */
const PLATFORM_TENANT = 'root';

/** True for administrators of variant A and of the tenant `root`. */
export function managesPlatform(tenant: string, role: Role): boolean {
  return role === 'admin' && (tenant === DEFAULT_TENANT || tenant === PLATFORM_TENANT);
}
