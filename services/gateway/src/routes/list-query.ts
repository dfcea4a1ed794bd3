/** Query parameters that lists share. */
import { timeSchema } from '@countersign/shared/messages/time';

/** Pages of a list. */
export const page = {
  limit: { description: 'At most this many; default 100', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
  after: {
    description: "Cursor from the previous page's Link header, with the same query",
    schema: { type: 'string', minLength: 1, maxLength: 1024 },
  },
} as const;

export const time = { schema: timeSchema, example: '2026-01-26' } as const;
