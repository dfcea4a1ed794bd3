/** Reasons of refusals: lists of trusted entities. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const listReasons = {
  trust_list_malformed: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6' },
    blame: 'operator',
    explanation: "The list of trusted entities does not match its standard's format.",
    hint: "Check that the source's URL is the URL of the signed list, and notify the list's operator.",
    facts: ['detail', 'expected', 'expectedAny', 'received', 'bytes', 'mostBytes'],
  },
  trust_list_signer: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.8' },
    blame: 'operator',
    explanation: 'A certificate that is not trusted for the list of trusted entities has signed it.',
    hint: "Compare the signer with the Official Journal's entry for this list, and add its certificate to the source.",
    facts: ['detail', 'subject', 'sha256'],
  },
  trust_list_signature: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.8' },
    blame: 'operator',
    explanation: "The signature of the list of trusted entities does not match its signer's key.",
    hint: 'Fetch the list again. If the error remains, notify its operator.',
    facts: ['expected', 'received', 'subject', 'sha256'],
  },
  trust_list_profile: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: 'annexes D to I' },
    blame: 'operator',
    explanation: "The list of trusted entities does not have the source's type, or breaks the rules for its type.",
    hint: "Compare the source's type with the list's type, and notify the list's operator.",
    facts: ['expected', 'received', 'count'],
  },
  trust_list_dates: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.3.14 and 6.3.15' },
    blame: 'time',
    explanation: 'The list of trusted entities has expired, was issued in the future, or is valid for too long.',
    hint: "Check the server's clock, and notify the list's operator.",
    facts: ['offsetSeconds', 'expiredSeconds', 'limitSeconds'],
  },
  trust_list_rollback: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.3.2' },
    blame: 'operator',
    explanation:
      'The list of trusted entities is older than the previous one, or has the same number with different content.',
    hint: 'Find out who serves the old list. The newer one is used until it expires.',
    facts: ['expected', 'received'],
  },
  trust_list_incomplete: {
    step: 'management',
    standard: { document: 'ETSI TS 119 615', section: '4.1.4' },
    blame: 'operator',
    explanation: 'The list of trusted entities needs older issues (pivots) that were not handed over.',
    hint: 'Send each of them in `pivots`, with the address that the list contains.',
    facts: ['expected'],
  },
  trust_list_unreachable: {
    step: 'management',
    blame: 'operator',
    explanation: 'The list of trusted entities could not be fetched.',
    hint: "Check the source's URL and that the server can reach it. The last good list is used until it expires.",
    facts: ['detail', 'received', 'bytes', 'mostBytes'],
  },
} as const satisfies ReasonEntries;

export type ListReason = keyof typeof listReasons;
