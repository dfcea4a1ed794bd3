/** The rules of a tenant as the checks read them. Pure. */
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { RegistrationSettings } from '../registration/settings.ts';

export function registrationSettings(rules: RegistrationRules): RegistrationSettings {
  return {
    onInvalidRegistration: rules.onInvalid,
    wrprcWithoutExp: rules.withoutExp,
    serviceIdentifier: rules.serviceIdentifier,
    coverage: { rule: rules.coverage, entryWithoutClaim: rules.entryWithoutClaim },
    requireSct: rules.requireSct,
  };
}

/** `data` in `verifier_info` and `issuer_info` (ETSI TS 119 472-2, RO-16). @param jwt compact */
export function sentRegistration(jwt: string, { encoding }: Pick<RegistrationRules, 'encoding'>): string {
  return encoding === 'compact' ? jwt : Buffer.from(jwt).toString('base64url');
}

/** `requestInfo` of a request by ISO/IEC 18013-5 (ETSI TS 119 472-2, 5.3.2): wallets read the bytes of the compact JWT. */
export function isoRequestInfo(
  jwt: string,
  { isoLabel }: Pick<RegistrationRules, 'isoLabel'>,
): Readonly<Record<string, Buffer>> {
  const bytes = Buffer.from(jwt);
  return isoLabel === 'both' ? { euWrprc: bytes, eUWrprc: bytes } : { euWrprc: bytes };
}

/** The compact JWT of what `sentRegistration` has made. */
export function jwtOfSent(data: string): string {
  return data.includes('.') ? data : Buffer.from(data, 'base64url').toString('latin1');
}
