/** Until when a verified list may be cached (Token Status List, 5.1 and 13.7). */

/** Seconds that a list is cached: minimum, maximum, and without a `ttl`. */
const MIN_TTL = 30;
const MAX_TTL = 86_400;
const DEFAULT_TTL = 300;

export interface ListLifetime {
  /** Seconds; undefined if the token has no `ttl`. */
  readonly ttl: number | undefined;
  /** Seconds since the epoch; undefined if the token has no `exp`. */
  readonly exp: number | undefined;
}

/** Times of a verified list, milliseconds. */
export interface ListTimes {
  /** Until when the list may be cached. */
  readonly keepUntil: number;
  /** The time until which it is used if no later one is available. */
  readonly usableUntil: number;
}

/** @param now milliseconds */
export function listTimes(lifetime: ListLifetime, now: number): ListTimes {
  const { exp = Number.POSITIVE_INFINITY } = lifetime;
  return { keepUntil: keepUntil(lifetime, now), usableUntil: Math.min(now + MAX_TTL * 1000, exp * 1000) };
}

/** The expiry from `ttl` or `exp`, whichever comes first. @param now milliseconds @returns milliseconds */
function keepUntil({ ttl = DEFAULT_TTL, exp = Number.POSITIVE_INFINITY }: ListLifetime, now: number): number {
  const seconds = Math.min(Math.max(ttl, MIN_TTL), MAX_TTL);
  return Math.min(now + seconds * 1000, exp * 1000);
}
