/** UTCTime and GeneralizedTime, as in certificates and their lists (RFC 5280, 4.1.2.5). Pure. */

const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

/** @returns milliseconds; undefined for anything but whole seconds in UTC that exist */
export function timeOf({ tag, content }: { readonly tag: number; readonly content: Buffer }): number | undefined {
  const text = content.toString('latin1');
  const full = tag === UTC_TIME ? `${Number(text.slice(0, 2)) >= 50 ? '19' : '20'}${text}` : text;
  if ((tag !== UTC_TIME && tag !== GENERALIZED_TIME) || !/^\d{14}Z$/.test(full)) return undefined;
  const [year, month, day, hour, minute, second] = [
    full.slice(0, 4),
    ...[4, 6, 8, 10, 12].map((at) => full.slice(at, at + 2)),
  ];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(iso);
  // `Date` turns a day that doesn't exist, such as 30 February, into a different one.
  return Number.isNaN(time) || new Date(time).toISOString() !== iso ? undefined : time;
}
