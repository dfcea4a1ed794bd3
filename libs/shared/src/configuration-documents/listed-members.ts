/** Members that many documents have, and members that the API's list adds. */
import { dateTime, freeObjects } from '../http/schema-parts.ts';

/** Id of a configuration. */
export const configurationId = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
  description: 'Configuration id',
} as const;

/** Name of a key set. */
export const keySetName = { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' } as const;

export const times = { createdAt: dateTime, updatedAt: dateTime } as const;

export const source = { type: 'string', enum: ['file', 'api'], description: 'Ignored on write' } as const;

/** What the list adds to a written configuration. */
export const listed = {
  ...times,
  findings: {
    ...freeObjects,
    description: 'Errors in a file that is used anyway: `{pointer, detail}` each. Ignored on write',
  },
  source,
} as const;
