/** Which credential formats a tenant's profile allows in a query. Pure. */
import { isHighAssurance, type ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { DcqlQuery } from './dcql-query.ts';

/** HAIP 1.0, 6: credentials are SD-JWT VCs or mdocs. @param at JSON pointer for an error about a credential query */
export function profileFormatFindings(
  { credentials }: DcqlQuery,
  profile: ProfileName,
  at: (credential: number) => string,
): readonly FieldError[] {
  if (!isHighAssurance(profile)) return [];
  return credentials.flatMap(({ format }, index) =>
    format === 'jwt_vc_json'
      ? [{ pointer: at(index), detail: `A tenant of profile ${profile} requests only dc+sd-jwt and mso_mdoc` }]
      : [],
  );
}
