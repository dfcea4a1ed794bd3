import type { Requirements, RequirementsOf } from '@countersign/shared/flow-config/tenant-profile';

/**
 * What the profile of the tenant requires, for one request: the file is read at the first use only, so that every check sees the
 * same version of it.
 */
export function requirementsOfRequest(requirementsOf: RequirementsOf): RequirementsOf {
  let known: { readonly tenant: string; readonly requirements: Requirements } | undefined;
  return (tenant) => {
    if (known?.tenant !== tenant) known = { tenant, requirements: requirementsOf(tenant) };
    return known.requirements;
  };
}
