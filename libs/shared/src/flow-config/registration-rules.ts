/**
 * What a tenant requires of its own registration certificates: `registration` in `tenant.json`, with defaults. Pure.
 */
import type { optionalPartyChecks, WrittenTenant } from '../configuration-documents/tenant-file.ts';

type Written = NonNullable<WrittenTenant['registration']>;

/** The party that a tenant asks wallets for, and the operator as its intermediary (ARF, topic 52). */
export interface ActsFor {
  readonly sub: string;
  /** Absent: the setting is missing, so no certificate can be used. */
  readonly intermediary: { readonly sub?: string; readonly sname?: string };
  /** Milliseconds after which presented claims are erased at the latest. */
  readonly eraseAfter: number;
  /** What is checked on its behalf, as agreed (ARF RPI_09). */
  readonly checks: readonly PartyCheck[];
}

export type PartyCheck = 'authenticity' | (typeof optionalPartyChecks)[number];

export interface RegistrationRules extends Required<Omit<Written, 'issuer'>>, Pick<Written, 'issuer'> {
  /** Whether a presentation needs a registration certificate (EU 2025/848, Art. 8). */
  readonly needed: boolean;
  readonly actsFor?: ActsFor;
}

/**
 * A party's requests always need a valid certificate: only it shows who asks.
 * @param inEurope whether the tenant has profile `eu`
 */
export function registrationRules(inEurope: boolean, written: Written = {}, actsFor?: ActsFor): RegistrationRules {
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
    ...(actsFor === undefined ? {} : { actsFor, needed: true, onInvalid: 'refuse' }),
  };
}
