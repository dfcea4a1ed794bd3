/** Reasons of refusals: a tenant's event stream. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const eventReasons = {
  events_accept: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '15.5.7' },
    blame: 'backend',
    explanation: 'The request does not accept a stream of server-sent events, the only form in which events are sent.',
    hint: 'Send the header `Accept: text/event-stream`, and read the response as it arrives. See docs/reference/events.md for an example with curl.',
    facts: [],
  },
  events_off: {
    step: 'management',
    blame: 'operator',
    explanation: 'Events are turned off on this server.',
    hint: 'Set `EVENTS` to `on`, or use webhooks to learn what happens.',
    facts: [],
  },
} as const satisfies ReasonEntries;
