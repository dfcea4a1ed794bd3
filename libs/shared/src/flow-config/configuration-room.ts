/** How many configurations a tenant may write through the API. */
import type { FieldError } from '../kernel/errors.ts';

/**
 * Pure: the errors for each id to write. Replacing a configuration is always possible.
 * @param stored ids of the tenant's stored configurations
 */
export function roomFindings(
  most: number,
  stored: ReadonlySet<string>,
  ids: readonly string[],
): ReadonlyMap<string, readonly FieldError[]> {
  const detail = `A tenant has at most ${most} configurations of a kind (setting CONFIGURATIONS_TENANT)`;
  const added = [...new Set(ids)].filter((id) => !stored.has(id));
  const room = Math.max(0, most - stored.size);
  return new Map(added.slice(room).map((id) => [id, [{ pointer: '/id', detail }]]));
}
