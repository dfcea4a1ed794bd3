/** A verified token's `iat`, `nbf` and `exp` (RFC 7519, 4.1). */

import type { JsonObject } from '../kernel/json.ts';
import { own } from '../kernel/json.ts';
import { offsetFact } from '../kernel/reasons/received.ts';
import { JwtError } from './jwt-error.ts';

/** Seconds that an issuer's or wallet's clock may be ahead; for presentations a tenant may choose others. */
export const CLOCK_SKEW = 60;

/**
 * Checks the time claims that are present. `exp` has no tolerance.
 * @param now milliseconds
 * @param skew seconds that the other clock may be ahead
 * @throws JwtError `claim` for a time that isn't a number, `expired`, `not_yet_valid`
 */
export function checkTimes(claims: JsonObject, now: number, skew = CLOCK_SKEW): void {
  const [iat, nbf, exp] = [timeClaim(claims, 'iat'), timeClaim(claims, 'nbf'), timeClaim(claims, 'exp')];
  const latest = now / 1000 + skew;
  if ((iat ?? 0) > latest) throw tooEarly('iat', iat, now, skew);
  if ((nbf ?? 0) > latest) throw tooEarly('nbf', nbf, now, skew);
  // RFC 7519, 4.1.4: not "on or after" it
  if (exp !== undefined && now / 1000 >= exp) {
    throw new JwtError('expired', { facts: { claim: 'exp', expiredSeconds: Math.round(now / 1000 - exp) } });
  }
}

function tooEarly(claim: string, time: number | undefined, now: number, limitSeconds: number): JwtError {
  return new JwtError('not_yet_valid', { facts: { claim, ...offsetFact(time, now), limitSeconds } });
}

/** A NumericDate, in seconds; undefined if absent. @throws JwtError `claim` */
export function timeClaim(claims: JsonObject, name: string): number | undefined {
  const value = own(claims, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new JwtError('claim', { facts: { claim: name } });
  }
  return value;
}
