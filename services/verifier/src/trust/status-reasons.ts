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
  certificate_revoked: {
    step: 'response',
    standard: { document: 'RFC 5280', section: '6.3' },
    blame: 'user',
    explanation: 'The certificate that signed the credential, or one above it, is revoked by its authority.',
    hint: 'Ask the issuer for a credential that is signed by another certificate.',
    facts: ['credential', 'subject', 'sha256'],
  },
  certificate_status_unavailable: {
    step: 'response',
    standard: { document: 'RFC 5280', section: '6.3' },
    blame: 'operator',
    explanation: 'Whether a certificate behind the credential is revoked could not be determined.',
    hint: 'Make the revocation list or the OCSP responder of its authority reachable from this server, or set `certificateRevocation` to soft in `tenant.json`.',
    facts: ['credential', 'dependency', 'detail', 'subject', 'sha256'],
  },
} as const satisfies ReasonEntries;
