import type { Requirements, RequirementsOf } from '@countersign/shared/flow-config/tenant-profile';

/**
 * What the tenant's profile requires, for one request: the file is read only at the first use, so that every check sees
 * the same version.
 */
export function requirementsOfRequest(requirementsOf: RequirementsOf): RequirementsOf {
  let known: { readonly tenant: string; readonly requirements: Requirements } | undefined;
  return (tenant) => {
    if (known?.tenant !== tenant) known = { tenant, requirements: requirementsOf(tenant) };
    return known.requirements;
  };
}
