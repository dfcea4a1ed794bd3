/** Reasons of refusals: lists of trusted entities. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const listReasons = {
  trust_list_malformed: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6' },
    blame: 'operator',
    explanation: 'The list of trusted entities does not have the form of its standard.',
    hint: 'Check that the address of the source is that of the signed list, and tell the operator of the list.',
    facts: ['detail', 'expected', 'expectedAny', 'received', 'bytes', 'mostBytes'],
  },
  trust_list_signer: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.8' },
    blame: 'operator',
    explanation: 'The list of trusted entities is signed by a certificate that is not trusted for it.',
    hint: 'Compare the signer with what the Official Journal publishes for this list, and add its certificate to the source.',
    facts: ['detail', 'subject', 'sha256'],
  },
  trust_list_signature: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.8' },
    blame: 'operator',
    explanation: "The signature of the list of trusted entities is not by its signer's key.",
    hint: 'Fetch the list again. If it stays so, tell its operator.',
    facts: ['expected', 'received', 'subject', 'sha256'],
  },
  trust_list_profile: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: 'annexes D to I' },
    blame: 'operator',
    explanation: 'The list of trusted entities is not of the type of the source, or breaks the rules of its type.',
    hint: 'Compare the type of the source with that of the list, and tell the operator of the list.',
    facts: ['expected', 'received', 'count'],
  },
  trust_list_dates: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.3.14 and 6.3.15' },
    blame: 'time',
    explanation: 'The list of trusted entities has ended, is issued in the future, or is valid for too long.',
    hint: 'Compare the clock of the server, and tell the operator of the list.',
    facts: ['offsetSeconds', 'expiredSeconds', 'limitSeconds'],
  },
  trust_list_rollback: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.3.2' },
    blame: 'operator',
    explanation:
      'The list of trusted entities is older than the one before it, or has the same number and other content.',
    hint: 'Find out who serves the old list. The newer one stays in force until it ends.',
    facts: ['expected', 'received'],
  },
  trust_list_unreachable: {
    step: 'management',
    blame: 'operator',
    explanation: 'The list of trusted entities could not be fetched.',
    hint: 'Check the address of the source and that the server may reach it. The last good list stays in force until it ends.',
    facts: ['detail', 'received', 'bytes', 'mostBytes'],
  },
} as const satisfies ReasonEntries;

export type ListReason = keyof typeof listReasons;
