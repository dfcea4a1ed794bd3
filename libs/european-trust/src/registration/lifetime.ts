/** When a registration certificate is valid (ETSI TS 119 475, 5.2.4: GEN-5.2.4-08, table 10). */
import { CLOCK_SKEW } from '@countersign/shared/crypto/time-claims';
import { offsetFact } from '@countersign/shared/kernel/reasons/received';
import type { RegistrationClaims } from './registration-claims.ts';
import { type Finding, refused } from './registration-error.ts';
import type { RegistrationSettings } from './settings.ts';

/** Seconds: twelve months in a leap year. */
export const LONGEST_LIFE = 366 * 86_400;

/**
 * @param now milliseconds
 * @throws RegistrationError
 */
export function checkLifetime(
  { iat, nbf, exp }: Pick<RegistrationClaims, 'iat' | 'nbf' | 'exp'>,
  now: number,
  { wrprcWithoutExp }: Pick<RegistrationSettings, 'wrprcWithoutExp'>,
): void {
  const seconds = now / 1000;
  for (const [claim, time] of [
    ['iat', iat],
    ['nbf', nbf],
  ] as const) {
    if (time !== undefined && time > seconds + CLOCK_SKEW) {
      const facts = { claim, ...offsetFact(time, now), limitSeconds: CLOCK_SKEW };
      throw expired(`/${claim}`, 'The certificate is not valid yet', facts);
    }
  }
  if (exp === undefined) {
    if (wrprcWithoutExp === 'refuse') throw expired('/exp', 'The certificate must have an expiry time');
    if (seconds - iat > LONGEST_LIFE) {
      const facts = { claim: 'iat', expiredSeconds: Math.round(seconds - iat - LONGEST_LIFE) };
      throw expired('/iat', 'The certificate has no expiry time and is older than 366 days', facts);
    }
    return;
  }
  if (exp <= seconds) {
    throw expired('/exp', 'The certificate has expired', { claim: 'exp', expiredSeconds: Math.round(seconds - exp) });
  }
  if (exp - iat > LONGEST_LIFE) {
    throw expired('/exp', 'The certificate is valid for more than 366 days', {
      claim: 'exp',
      limitSeconds: LONGEST_LIFE,
    });
  }
}

function expired(pointer: string, detail: string, facts?: Finding['facts']): Error {
  const finding = { reason: 'registration_certificate_expired', document: 'claims', pointer, detail } as const;
  return refused(facts === undefined ? finding : { ...finding, facts });
}
