/** Reasons of refusals: changes of status. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const revocationReasons = {
  status_credentials_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The session has no credentials with a status entry, or none of this configuration.',
    hint: 'Use the session in which the wallet got the credential; that of an offer with several redemptions is not the one of its offer, and credentials of a configuration with `short_lived` have no status.',
    facts: [],
  },
  revocation_final: {
    step: 'management',
    standard: { document: 'EU 2024/2977', section: '5(5)' },
    blame: 'backend',
    explanation: 'The credential is revoked, and in the profile eu a revocation is final.',
    hint: 'Issue a new credential, or name another one of the session in `credentialConfigurationId`; a status that can be taken back later is 2 (suspended).',
    facts: ['configurationId'],
  },
  status_not_suspendable: {
    step: 'management',
    standard: { document: 'Token Status List', section: '7.1' },
    blame: 'backend',
    explanation:
      'The status list of the credential has one bit for each credential, so it can say valid or revoked, but not suspended.',
    hint: 'Revoke it with 1 and issue a new one; credentials that are issued while the tenant has the profile eu can be suspended.',
    facts: ['configurationId'],
  },
} as const satisfies ReasonEntries;
