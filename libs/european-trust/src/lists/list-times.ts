/** Times of lists (ETSI TS 119 602, 6.1.3): UTC, whole seconds, in one spelling. */

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** A time that far ahead means "never", which a list should express with null. */
const LAST_YEAR = 2199;

/** Milliseconds; undefined for another spelling, and for a day that its month does not have. */
export function parseListTime(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time) || new Date(time).getUTCFullYear() > LAST_YEAR) return undefined;
  // `Date` accepts days that don't exist, and returns days of the next month.
  return new Date(time).toISOString() === text.replace('Z', '.000Z') ? time : undefined;
}

/** The same day and time so many months later; the first of the next month if the month has no such day. */
export function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(1);
  return date.getTime();
}
