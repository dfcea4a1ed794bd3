/** Reasons of refusals: refresh tokens. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const refreshReasons = {
  refresh_token_unknown: {
    step: 'token',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'wallet',
    explanation: 'This tenant does not have this refresh token, or it was revoked.',
    hint: 'Ask the user to start a new issuance, or send the refresh token unchanged to the tenant that issued it.',
    facts: [],
  },
  refresh_token_expired: {
    step: 'token',
    standard: { document: 'RFC 6749', section: '6' },
    blame: 'time',
    explanation: 'The refresh token has expired.',
    hint: 'Ask the user to start a new issuance.',
    facts: ['expiredSeconds'],
  },
  refresh_nothing: {
    step: 'token',
    standard: { document: 'RFC 6749', section: '6' },
    blame: 'wallet',
    explanation: 'No credential that could be renewed was issued under the refresh token.',
    hint: 'Fetch the credentials with the first access token before you refresh.',
    facts: ['state'],
  },
  refresh_too_soon: {
    step: 'token',
    blame: 'wallet',
    explanation: 'The credentials have just been renewed.',
    hint: 'Use the current access token, or wait as long as Retry-After specifies.',
    facts: ['retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;
