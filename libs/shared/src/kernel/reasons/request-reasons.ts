/** Reasons of refusals: any request, before its own checks. */
import type { ReasonEntries } from './reason.ts';

export const requestReasons = {
  content_type: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.5.16' },
    blame: 'wallet',
    explanation: 'The body has a content type that this endpoint does not read.',
    hint: 'Send one of the content types that the API description names for this endpoint.',
    facts: ['expectedAny', 'received'],
  },
} as const satisfies ReasonEntries;
