/** The time, injected everywhere so that tests can set it. Milliseconds since the epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Whole seconds since the epoch, rounded down: the unit of JWT time claims. */
export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** ISO 8601 date-time of a time in milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
