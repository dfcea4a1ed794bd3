/** Reasons of refusals: changes of status. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const revocationReasons = {
  status_credentials_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The session has no credentials with a status entry, or none for this configuration.',
    hint: "Use the session in which the wallet received the credential. For an offer with several redemptions this is not the offer's session. Credentials of a configuration with `short_lived` have no status.",
    facts: [],
  },
  revocation_final: {
    step: 'management',
    standard: { document: 'EU 2024/2977', section: '5(5)' },
    blame: 'backend',
    explanation: 'The credential is revoked, and in the profile eu a revocation is final.',
    hint: 'Issue a new credential, or set a different configuration of the session in `credentialConfigurationId`. To be able to undo a status change later, use 2 (suspended).',
    facts: ['configurationId'],
  },
  status_not_suspendable: {
    step: 'management',
    standard: { document: 'Token Status List', section: '7.1' },
    blame: 'backend',
    explanation:
      "The credential's status list has one bit for each credential, so it can show valid or revoked, but not suspended.",
    hint: 'Revoke it with 1 and issue a new one. Credentials that are issued while the tenant has the profile eu can be suspended.',
    facts: ['configurationId'],
  },
} as const satisfies ReasonEntries;
