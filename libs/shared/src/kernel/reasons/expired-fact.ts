/**
 * The fact `expiredSeconds`: how long ago a lifetime expired.
 * @param end milliseconds
 * @param now milliseconds
 */
export function expiredFact(end: number, now: number): { readonly expiredSeconds: number } {
  return { expiredSeconds: Math.max(0, Math.round((now - end) / 1000)) };
}
