/**
 * A quota in portions: a replica takes one from the shared count, and grants its calls without asking again. Portions
 * are numbered from 1 in the order in which they are taken, and together they are the quota, so no replica grants a
 * call beyond it. When a minute ends, taken but unused calls are lost: at most one portion minus one call for each
 * replica.
 */

/** Portions of a quota, and so the round trips of a replica in a minute, and one more. */
const MAX_PORTIONS = 20;

/** Calls per portion; the last one may have fewer. */
export function portionSize(quota: number): number {
  return Math.ceil(quota / MAX_PORTIONS);
}

/** Calls of the portion with this number; 0 if the quota is used up. */
export function callsOf(quota: number, number: number): number {
  const size = portionSize(quota);
  return Math.max(0, Math.min(size, quota - (number - 1) * size));
}

/** Calls of the quota that no replica has taken, once the portion with this number is. */
export function callsAfter(quota: number, number: number): number {
  return Math.max(0, quota - number * portionSize(quota));
}
