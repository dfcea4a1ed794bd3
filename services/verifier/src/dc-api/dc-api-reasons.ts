/** Reasons of refusals: responses over the Digital Credentials API. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const dcApiReasons = {
  dc_api_not_asked: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: 'A' },
    blame: 'backend',
    explanation: 'The session has no request for the Digital Credentials API, so no page can respond to it.',
    hint: 'Post to the session of a request that was created with the response_type dc-api. Other responses come directly from wallets.',
    facts: [],
  },
} as const satisfies ReasonEntries;
