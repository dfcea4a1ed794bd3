/** `status.update`: the status of a session's credentials. */
import { configurationId } from '../configuration-documents/listed-members.ts';
import { closed, statusValue } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

export const statusUpdateSchema = closed(
  'StatusUpdate',
  ['sessionId', 'status'],
  {
    sessionId: { type: 'string', minLength: 1, maxLength: 128 },
    credentialConfigurationId: { ...configurationId, description: 'Without it: all credentials of the session' },
    status: statusValue,
  },
  {
    example: {
      sessionId: '0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1',
      credentialConfigurationId: 'pid',
      status: 1,
    },
  },
);

export type StatusUpdate = Static<typeof statusUpdateSchema>;
