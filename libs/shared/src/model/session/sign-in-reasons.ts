/** Reasons of refusals: a user's sign-in at the identity provider of a tenant or of the console. */
import type { ReasonEntries } from '../../kernel/reasons/reason.ts';

export const signInReasons = {
  sign_in_browser: {
    step: 'authorization',
    standard: { document: 'RFC 9700', section: '4.7.1' },
    blame: 'user',
    explanation: "The request comes from a different browser, or lacks the page's cookie.",
    hint: "Continue in the browser that the wallet opened, and allow this server's cookies.",
    facts: [],
  },
  sign_in_expired: {
    step: 'authorization',
    standard: { document: 'RFC 6749', section: '4.1.1' },
    blame: 'time',
    explanation: 'The time for the sign-in or the presentation has expired.',
    hint: 'Start again in the wallet.',
    facts: ['expiredSeconds'],
  },
} as const satisfies ReasonEntries;
