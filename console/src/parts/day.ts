/** Days that a user picks, such as `2026-01-26`. Pure. */

/** The first moment of a day in the user's time zone, ISO 8601; undefined for anything else. */
export function startOf(day: string | undefined): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date).toISOString();
}
