/** `status.update`: the status of a session's credentials. */
import { configurationId } from '../configuration-documents/listed-members.ts';
import { choice, closed, statusValue } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

/** Free text could identify a user, and the audit log outlives the session: the reason is one of these. */
const statusReasons = [
  'lost',
  'replaced',
  'data_wrong',
  'not_entitled',
  'holder_request',
  'misuse',
  'mistake',
  'other',
] as const;

export const statusUpdateSchema = closed(
  'StatusUpdate',
  ['sessionId', 'status'],
  {
    sessionId: { type: 'string', minLength: 1, maxLength: 128 },
    credentialConfigurationId: { ...configurationId, description: 'Without it: all credentials of the session' },
    status: statusValue,
    reason: choice('StatusReason', statusReasons, 'Why the status changes; only the audit log keeps it'),
  },
  {
    example: {
      sessionId: '0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1',
      credentialConfigurationId: 'pid',
      status: 1,
      reason: 'lost',
    },
  },
);

export type StatusUpdate = Static<typeof statusUpdateSchema>;
