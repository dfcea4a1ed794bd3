/** JSON Schemas of certificates that the server obtains, for the API description. Answers may gain fields: they are open. */
import { choice, dateTime, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** How the attempts of something went. */
export const attemptMembers = {
  failures: { type: 'integer', minimum: 0, description: 'In a row' },
  succeededAt: dateTime,
  failedAt: dateTime,
  retryAt: { ...dateTime, description: 'When a failed attempt is repeated' },
  reason: { ...text, description: 'Why the last attempt failed' },
  detail: text,
  explanation: { ...text, description: 'What was wrong, in a sentence' },
  hint: { ...text, description: 'What to change, in a sentence' },
} as const;

export const renewalsSchema: JsonObject = open('Renewals', ['certificates'], {
  certificates: {
    type: 'array',
    items: open('Renewal', ['set', 'purpose', 'directory', 'state', 'failures'], {
      set: text,
      purpose: choice('RenewalPurpose', ['credential', 'request', 'metadata', 'mdoc'], 'What the key signs'),
      directory: { ...text, description: 'Address of the authority' },
      state: choice(
        'RenewalState',
        ['waiting', 'ordered', 'done', 'failing'],
        '`waiting`: nothing was due yet; `ordered`: the authority works on it; `failing`: the last attempt failed, and it is repeated',
      ),
      expiresAt: { ...dateTime, description: 'When the current certificate chain expires; absent: there is none yet' },
      renewsAt: { ...dateTime, description: 'From when the next certificate is ordered' },
      orderedAt: { ...dateTime, description: 'When the order in progress was placed' },
      ...attemptMembers,
    }),
  },
});

export const accountKeysSchema: JsonObject = open('ReplacedAccountKeys', ['accounts'], {
  accounts: {
    type: 'array',
    items: open('ReplacedAccountKey', ['directory', 'outcome'], {
      directory: { ...text, description: 'Address of the authority' },
      outcome: choice(
        'AccountKeyOutcome',
        ['replaced', 'no_account', 'failed'],
        '`no_account`: the authority has not been used yet; `failed`: call again to finish',
      ),
      reason: attemptMembers.reason,
      detail: text,
      explanation: attemptMembers.explanation,
      hint: attemptMembers.hint,
    }),
  },
});
