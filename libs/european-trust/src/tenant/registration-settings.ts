/** The rules of a tenant as the checks read them. Pure. */
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { RegistrationSettings } from '../registration/settings.ts';
import type { RegistrationForms } from './registration-files.ts';

export function registrationSettings(rules: RegistrationRules): RegistrationSettings {
  return {
    onInvalidRegistration: rules.onInvalid,
    wrprcWithoutExp: rules.withoutExp,
    serviceIdentifier: rules.serviceIdentifier,
    coverage: { rule: rules.coverage, entryWithoutClaim: rules.entryWithoutClaim },
    requireSct: rules.requireSct,
    ...(rules.actsFor === undefined ? {} : { actsFor: rules.actsFor }),
  };
}

/** `data` in `verifier_info` and `issuer_info` (ETSI TS 119 472-2, RO-16). @param jwt compact */
export function sentRegistration(jwt: string, { encoding }: Pick<RegistrationRules, 'encoding'>): string {
  return encoding === 'compact' ? jwt : Buffer.from(jwt).toString('base64url');
}

/** A registration certificate as a request has it. */
export interface SentRegistration {
  /** `data` of `verifier_info`. */
  readonly data: string;
  /** Base64url of the CWT, if ISO/IEC 18013-5 requests use that form. */
  readonly cwt?: string | undefined;
}

/**
 * The certificate that a request contains. A missing CWT was refused earlier, or the tenant's rules only warn: then the
 * JWT is sent.
 */
export function sentInRequest({ jwt, cwt }: RegistrationForms, rules: RegistrationRules): SentRegistration {
  return { data: sentRegistration(jwt, rules), ...(rules.isoRegistration === 'cwt' ? { cwt } : {}) };
}

/**
 * The `requestInfo` in an ISO/IEC 18013-5 request (ETSI TS 119 472-2, 5.3.2): the CWT, or the bytes of the compact JWT.
 */
export function isoRequestInfo(
  { data, cwt }: SentRegistration,
  { isoLabel }: Pick<RegistrationRules, 'isoLabel'>,
): Readonly<Record<string, Buffer>> {
  const bytes = cwt === undefined ? Buffer.from(jwtOfSent(data)) : Buffer.from(cwt, 'base64url');
  return isoLabel === 'both' ? { euWrprc: bytes, eUWrprc: bytes } : { euWrprc: bytes };
}

/** The compact JWT in the output of `sentRegistration`. */
function jwtOfSent(data: string): string {
  return data.includes('.') ? data : Buffer.from(data, 'base64url').toString('latin1');
}
