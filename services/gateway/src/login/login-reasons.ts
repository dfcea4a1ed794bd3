/** Reasons of refusals: applications at which people sign in with their wallets. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const walletLoginReasons = {
  login_off: {
    step: 'authorization',
    blame: 'configuration',
    explanation: 'The tenant has no application where users sign in with their wallets.',
    hint: 'Write a client: `login/<id>.json`, or POST /configurations/login-clients.',
    facts: [],
  },
  login_browser: {
    step: 'authorization',
    blame: 'user',
    explanation: "The request came without this sign-in's cookie: from another browser, or after the sign-in ended.",
    hint: 'Start again in the application, and stay in that browser.',
    facts: [],
  },
  login_ended: {
    step: 'authorization',
    blame: 'time',
    explanation: 'The sign-in was completed or cancelled, or has expired.',
    hint: 'Start again in the application.',
    facts: [],
  },
} as const satisfies ReasonEntries;
