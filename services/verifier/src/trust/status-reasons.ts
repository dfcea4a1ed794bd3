/** Reasons of refusals: status of presented credentials. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const statusReasons = {
  revoked: {
    step: 'response',
    standard: { document: 'Token Status List', section: '8.3' },
    blame: 'user',
    explanation: 'The issuer has revoked this credential, or its status is not valid.',
    hint: 'Ask the user to request a new credential from the issuer.',
    facts: ['credential'],
  },
  suspended: {
    step: 'response',
    standard: { document: 'Token Status List', section: '8.3' },
    blame: 'user',
    explanation: 'The issuer has suspended this credential.',
    hint: 'Present it again when the issuer has lifted the suspension.',
    facts: ['credential'],
  },
  status_unavailable: {
    step: 'response',
    standard: { document: 'Token Status List', section: '8.3' },
    blame: 'operator',
    explanation: "The credential's status could not be determined, so the credential is treated as not valid.",
    hint: "Make the issuer's status list reachable from this server, or set `statusUnreachable` to accept in the presentation configuration.",
    facts: ['credential', 'dependency', 'detail'],
  },
  status_signer_listed: {
    step: 'response',
    standard: { document: 'ETSI TS 119 602', section: '6.6' },
    blame: 'operator',
    explanation: "The credential's status list signer is trusted through a trust list entry.",
    hint: 'Nothing is wrong: `list`, `entity` and `service` identify the entry, `subject` and `sha256` the certificate that signed.',
    facts: ['credential', 'list', 'entity', 'service', 'subject', 'sha256'],
  },
  certificate_revoked: {
    step: 'response',
    standard: { document: 'RFC 5280', section: '6.3' },
    blame: 'user',
    explanation: 'The certificate that signed the credential, or one above it, was revoked by its authority.',
    hint: 'Ask the issuer for a credential that is signed with a different certificate.',
    facts: ['credential', 'subject', 'sha256'],
  },
  certificate_status_unavailable: {
    step: 'response',
    standard: { document: 'RFC 5280', section: '6.3' },
    blame: 'operator',
    explanation: "It could not be determined whether a certificate in the credential's chain is revoked.",
    hint: "Make its authority's revocation list or OCSP responder reachable from this server, or set `certificateRevocation` to soft in `tenant.json`.",
    facts: ['credential', 'dependency', 'detail', 'subject', 'sha256'],
  },
} as const satisfies ReasonEntries;
