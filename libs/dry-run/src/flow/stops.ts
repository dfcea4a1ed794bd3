/** Why a run stops before its end, and what to do. The console has each text in German, by its explanation. */
export const stops = {
  tooLong: {
    explanation: 'The run took longer than 30 seconds',
    hint: 'Read the last step and the log: a backend, an image or a service responds too slowly',
  },
  claimsLate: {
    explanation: 'The credential is deferred because the backend’s claims did not arrive in time',
    hint: 'Make the claims webhook respond, or send claims in the body of the dry run',
  },
  userNeeded: {
    explanation: 'The user must sign in or decide on the authorization page, which a dry run cannot do',
    hint: 'All before it is in order; try the rest with a wallet, or leave sign_in out for the run',
  },
} as const;
