/** Reasons of refusals: what the query asks for. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const queryReasons = {
  trusted_authorities: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '6.1.1' },
    blame: 'wallet',
    explanation: 'No certificate in the chain of the credential is of an authority that the query trusts.',
    hint: 'Present a credential of one of the `trusted_authorities`, or add the key identifier of its CA to the query.',
    facts: ['credential', 'subject', 'sha256'],
  },
  incomplete: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '6.4.2' },
    blame: 'wallet',
    explanation: 'A credential that the request needs was not presented.',
    hint: 'Present a credential for each required query, or make it optional with `credential_sets`.',
    facts: ['parameters'],
  },
  transaction_data: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: 'B.3.3.1' },
    blame: 'wallet',
    explanation: 'The key binding does not confirm the transaction data of the request.',
    hint: 'Put the hash of each encoded string of `transaction_data`, as it stands in the request, into `transaction_data_hashes` of a credential that it names.',
    facts: ['detail', 'expectedAny', 'received', 'credential', 'count'],
  },
} as const satisfies ReasonEntries;
