/** What a caller of the management API may do. Each role includes the previous ones. */
export const roles = ['viewer', 'operator', 'admin'] as const;

/**
 * `viewer` reads, without personal data. `operator` creates offers and requests, changes status, and reads whole
 * sessions. `admin` changes configurations, keys, tenants and clients, and reads the audit log.
 */
export type Role = (typeof roles)[number];

/** True if the value is a role's name. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

/** True if `role` is at least `least`. */
export function reachesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
