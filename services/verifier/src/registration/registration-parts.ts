/** What the uses of registration certificates share. */
import { askedByQuery } from '@countersign/european-trust/registration/asked';
import type { RegisteredUse } from '@countersign/european-trust/registration/check-registration';
import type { RegistrationChecks } from '@countersign/european-trust/tenant/registration-checks';
import type { Registrations } from '@countersign/european-trust/tenant/registrations';
import type { DcqlQuery } from '../query/dcql-query.ts';

export interface RegistrationParts {
  readonly registrations: Registrations;
  readonly checks: RegistrationChecks;
}

/** Everything that the query can ask for must be registered. */
export function usedBy(query: DcqlQuery): RegisteredUse {
  return { role: 'verifier', asked: askedByQuery(query) };
}
