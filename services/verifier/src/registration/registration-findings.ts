/** What a registration certificate has against a presentation configuration that is written. */
import { fieldErrors } from '@countersign/european-trust/tenant/field-errors';
import type { ConfigurationWrite } from '@countersign/shared/flow-config/listed';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { setFindings } from '@countersign/shared/keys/set-findings';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration } from '../query/configurations.ts';
import { partyConfigurationFindings } from '../query/party-configuration.ts';
import { profileFormatFindings } from '../query/profile-formats.ts';
import { type RegistrationParts, usedBy } from './registration-parts.ts';

/** Where errors belong in a configuration document. */
const PLACE = { query: '/dcql_query', certificate: '/registrationCert/id' } as const;

export type RegistrationFindings = (
  write: Pick<ConfigurationWrite<Configuration>, 'tenant' | 'configuration' | 'alongside'>,
) => Promise<readonly FieldError[]>;

/** Errors that refuse the write. Empty if the tenant's rules only warn. */
export function createRegistrationFindings(
  { requirementsOf, keys }: Pick<Platform, 'requirementsOf' | 'keys'>,
  { registrations, checks }: RegistrationParts,
): RegistrationFindings {
  return async ({ tenant, configuration, alongside = [] }) => {
    const { registrationId: id, keySet } = configuration;
    const ofSet = await setFindings(keys, { tenant, purpose: 'request', set: keySet });
    if (ofSet.length > 0) return ofSet;
    const { profile, registration } = requirementsOf(tenant);
    const place = (index: number) => `/dcql_query/credentials/${index}/format`;
    const ofFormats = profileFormatFindings(configuration.query, profile, place);
    if (ofFormats.length > 0) return ofFormats;
    const { needed, onInvalid, actsFor } = registration;
    const ofParty = partyConfigurationFindings(configuration, actsFor);
    if (ofParty.length > 0) return ofParty;
    // A certificate of the same import is checked with its configuration when both are written.
    if (onInvalid === 'warn' || (id !== undefined && alongside.includes(id))) return [];
    const found = id === undefined ? undefined : await registrations.of(tenant, id);
    if (found === undefined) return needed ? [{ pointer: PLACE.certificate, detail: MISSING }] : [];
    const verdict = await checks.stored(tenant, found, usedBy(configuration), keySet);
    return verdict.ok ? [] : fieldErrors(verdict.findings, PLACE);
  };
}

const MISSING =
  'The tenant has no registration certificate with this id: store it first (POST /registration-certificates, or a file)';
