/**
 * The fact `expiredSeconds`: for how long a lifetime has been over.
 * @param end milliseconds
 * @param now milliseconds
 */
export function expiredFact(end: number, now: number): { readonly expiredSeconds: number } {
  return { expiredSeconds: Math.max(0, Math.round((now - end) / 1000)) };
}
