/** A time in a query. */
import type { JsonObject } from '@countersign/shared/kernel/json';

/** ISO 8601: a date, or a date and a time with its zone. */
export const TIME_PATTERN = '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d))?$';

/** What `TIME_PATTERN` accepts, in words. */
export const TIME_TEXT = 'a date, or a date and time with its zone (ISO 8601)';

export const timeSchema: JsonObject = { type: 'string', pattern: TIME_PATTERN, description: TIME_TEXT };
