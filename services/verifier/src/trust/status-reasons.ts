/** Reasons of refusals: status of presented credentials. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const statusReasons = {
  revoked: {
    step: 'response',
    standard: { document: 'Token Status List', section: '8.3' },
    blame: 'user',
    explanation: 'The credential is revoked, or has another status than valid.',
    hint: 'Ask the issuer for a new credential.',
    facts: ['credential'],
  },
  suspended: {
    step: 'response',
    standard: { document: 'Token Status List', section: '8.3' },
    blame: 'user',
    explanation: 'The credential is suspended.',
    hint: 'Present it again when the issuer has lifted the suspension.',
    facts: ['credential'],
  },
  status_unavailable: {
    step: 'response',
    standard: { document: 'Token Status List', section: '8.3' },
    blame: 'operator',
    explanation: 'The status of the credential could not be determined, so the credential does not count as valid.',
    hint: 'Make the status list of the issuer reachable from this server, or set `statusUnreachable` to accept in the presentation configuration.',
    facts: ['credential', 'dependency', 'detail'],
  },
} as const satisfies ReasonEntries;
