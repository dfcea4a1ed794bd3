/** What the uses of registration certificates share. */
import { askedByQuery } from '@countersign/european-trust/registration/asked';
import type { RegisteredUse } from '@countersign/european-trust/registration/check-registration';
import type { RegistrationChecks } from '@countersign/european-trust/tenant/registration-checks';
import type { Registrations } from '@countersign/european-trust/tenant/registrations';
import { isWorking } from '@countersign/shared/flow-config/listed';
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { Configuration, Configurations } from '../query/configurations.ts';
import { isoMdocCoverage } from '../query/iso-mdoc-query.ts';

export interface RegistrationParts {
  readonly registrations: Registrations;
  /** With the access certificate of requests. */
  readonly checks: RegistrationChecks;
}

/** The checks of a certificate by its use. */
export interface ChecksByUse {
  readonly request: RegistrationChecks;
  /** With the access certificate of the issuer metadata. */
  readonly metadata: RegistrationChecks;
}

/**
 * An issuer metadata certificate belongs to the access certificate that signs the metadata. If requests use it too, it
 * belongs to the access certificate that signs requests.
 */
export function checksOf(
  checks: ChecksByUse,
  { issuer }: Pick<RegistrationRules, 'issuer'>,
  { id, isNamed }: { readonly id: string; readonly isNamed: boolean },
): RegistrationChecks {
  return id === issuer && !isNamed ? checks.metadata : checks.request;
}

/** The working presentation configurations of a tenant that name a certificate, by its id. */
export async function configurationsByCertificate(
  configurations: Pick<Configurations, 'list'>,
  tenant: string,
): Promise<ReadonlyMap<string, readonly Configuration[]>> {
  const working = (await configurations.list(tenant)).flatMap((one) => (isWorking(one) ? [one.configuration] : []));
  const ids = new Set(working.flatMap(({ registrationId }) => registrationId ?? []));
  return new Map([...ids].map((id) => [id, working.filter(({ registrationId }) => registrationId === id)]));
}

/** Everything that the query can request must be registered. */
export function usedBy({ query, client }: Pick<Configuration, 'query' | 'client'>): RegisteredUse {
  return { role: 'verifier', asked: askedByQuery(query), client, byIso: isoMdocCoverage(query, []).covered };
}
