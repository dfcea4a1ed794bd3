/**
 * What a tenant requires of its own registration certificates: `registration` in `tenant.json`, with defaults. Pure.
 */
import type { WrittenTenant } from '../configuration-documents/tenant-file.ts';

type Written = NonNullable<WrittenTenant['registration']>;

export interface RegistrationRules extends Required<Omit<Written, 'issuer'>>, Pick<Written, 'issuer'> {
  /** Whether a presentation needs a registration certificate (EU 2025/848, Art. 8). */
  readonly needed: boolean;
}

/** @param inEurope whether the tenant has profile `eu` */
export function registrationRules(inEurope: boolean, written: Written = {}): RegistrationRules {
  return {
    onInvalid: inEurope ? 'refuse' : 'warn',
    withoutExp: 'accept',
    serviceIdentifier: 'compare',
    coverage: 'prefix',
    entryWithoutClaim: 'nothing',
    requireSct: 'warn',
    encoding: 'compact',
    isoRegistration: 'jwt',
    isoLabel: 'euWrprc',
    ...written,
    needed: inEurope,
  };
}
