/** A time in a query or body. */

/** ISO 8601: a date, or a date and a time with its zone. */
export const TIME_PATTERN =
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,3})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d))?$';

/** What `TIME_PATTERN` accepts, as text. */
export const TIME_TEXT = 'a date, or a date and time with its zone (ISO 8601)';

export const timeSchema = { type: 'string', pattern: TIME_PATTERN, description: TIME_TEXT } as const;
