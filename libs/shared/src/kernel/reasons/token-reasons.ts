/** Reasons of refusals: the token endpoint. */
import type { ReasonEntries } from './reason.ts';

export const tokenReasons = {
  code_unknown: {
    step: 'token',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'wallet',
    explanation: 'The authorization code is none that this server has issued to this tenant.',
    hint: 'Send the code of the redirect unchanged, once, to the token endpoint of the same tenant.',
    facts: [],
  },
} as const satisfies ReasonEntries;
