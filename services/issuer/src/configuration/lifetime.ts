import type { Json } from '@countersign/shared/kernel/json';

/** Times are rounded to hours, so this is the minimum, seconds. */
const MIN = 3600;
/** Fifty years in seconds: a longer lifetime is a mistake, and conformance checks refuse it. */
const MAX = 50 * 365 * 24 * 3600;

export const LIFETIME_RULE = `A lifetime is a whole number of seconds, from ${MIN} to ${MAX}`;

/** Whether a value can be the seconds from the issue of a credential to its `exp`. */
export function isLifetime(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= MIN && value <= MAX;
}
