/** Reasons of refusals: the query's requirements. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const queryReasons = {
  trusted_authorities: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '6.1.1' },
    blame: 'wallet',
    explanation: "No certificate in the credential's chain belongs to an authority that the query trusts.",
    hint: "Present a credential from one of the `trusted_authorities`, or add its CA's key identifier to the query.",
    facts: ['credential', 'subject', 'sha256'],
  },
  incomplete: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '6.4.2' },
    blame: 'wallet',
    explanation: 'The wallet did not present a credential that the request requires.',
    hint: 'Present a credential for each required query, or make it optional with `credential_sets`.',
    facts: ['parameters'],
  },
  transaction_data: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: 'B.3.3.1' },
    blame: 'wallet',
    explanation: "The key binding does not confirm the request's transaction data.",
    hint: 'Put the hash of each encoded string in `transaction_data`, unchanged, into the `transaction_data_hashes` of a credential that it refers to.',
    facts: ['detail', 'expectedAny', 'received', 'credential', 'count'],
  },
  strong_authentication: {
    step: 'response',
    standard: { document: 'EUDI TS12', section: '3.6' },
    blame: 'wallet',
    explanation: 'The key binding does not show the strong customer authentication that the transaction requires.',
    hint: "Add a fresh `jti`, the request's `response_mode`, and `amr` with two factors of different categories.",
    facts: ['claim', 'detail', 'expected', 'expectedAny', 'received', 'credential'],
  },
} as const satisfies ReasonEntries;
