/** When a certificate is renewed, and when a failed attempt is repeated. Pure; milliseconds. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RENEW_BEFORE = 30 * 24 * HOUR;
const FIRST_PAUSE = 10 * MINUTE;
const LONGEST_PAUSE = 12 * HOUR;

export interface Life {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** 30 days before the expiry, or after two thirds of a short lifetime. */
export function renewalTime({ notBefore, notAfter }: Life): number {
  return notAfter - Math.min(RENEW_BEFORE, (notAfter - notBefore) / 3);
}

export function isRenewalDue(life: Life, now: number): boolean {
  return now >= renewalTime(life);
}

/** Twice as long after each failure. @param failures in a row, at least 1 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE);
}
