/** What a caller of the management interface may do: each role may do what those before it may. */
export const roles = ['viewer', 'operator', 'admin'] as const;

/**
 * `viewer` reads, and gets no personal data. `operator` makes offers and requests, changes status, and reads sessions whole.
 * `admin` changes configurations, keys, tenants and clients, and reads the audit log.
 */
export type Role = (typeof roles)[number];

/** True where the value is the name of a role. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

/** True where `role` is the least one or above it. */
export function reachesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
