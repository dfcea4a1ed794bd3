/** Reasons of refusals: the notification endpoint. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const notificationReasons = {
  notification_unknown: {
    step: 'notification',
    standard: { document: 'OpenID4VCI 1.0', section: '11.3' },
    blame: 'wallet',
    explanation: 'The notification id is missing, or is none of the credentials of this token.',
    hint: 'Send the `notification_id` of the credential response unchanged, with a token of the same issuance.',
    facts: ['detail'],
  },
  notification_event: {
    step: 'notification',
    standard: { document: 'OpenID4VCI 1.0', section: '11.1' },
    blame: 'wallet',
    explanation: 'The event of the notification is none that OpenID4VCI defines.',
    hint: 'Send `credential_accepted`, `credential_failure` or `credential_deleted`, in small letters.',
    facts: ['expectedAny', 'received'],
  },
  notification_description: {
    step: 'notification',
    standard: { document: 'OpenID4VCI 1.0', section: '11.1' },
    blame: 'wallet',
    explanation: '`event_description` of the notification is no text, or is too long.',
    hint: 'Send a short text of ASCII characters, or leave the member out.',
    facts: ['bytes', 'mostBytes'],
  },
} as const satisfies ReasonEntries;
