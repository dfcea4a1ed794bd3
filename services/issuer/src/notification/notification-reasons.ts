/** Reasons of refusals: the notification endpoint. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const notificationReasons = {
  notification_unknown: {
    step: 'notification',
    standard: { document: 'OpenID4VCI 1.0', section: '11.3' },
    blame: 'wallet',
    explanation: "The notification id is missing, or does not belong to this token's credentials.",
    hint: "Send the credential response's `notification_id` unchanged, with a token of the same issuance.",
    facts: ['detail'],
  },
  notification_event: {
    step: 'notification',
    standard: { document: 'OpenID4VCI 1.0', section: '11.1' },
    blame: 'wallet',
    explanation: "The notification's event is not one that OpenID4VCI defines.",
    hint: 'Send `credential_accepted`, `credential_failure` or `credential_deleted`, in lower case.',
    facts: ['expectedAny', 'received'],
  },
  notification_description: {
    step: 'notification',
    standard: { document: 'OpenID4VCI 1.0', section: '11.1' },
    blame: 'wallet',
    explanation: "The notification's `event_description` is not a string, or is too long.",
    hint: 'Send a short string of ASCII characters, or leave the member out.',
    facts: ['bytes', 'mostBytes'],
  },
} as const satisfies ReasonEntries;
