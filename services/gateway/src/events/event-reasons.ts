/** Reasons of refusals: the event stream of a tenant. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const eventReasons = {
  events_accept: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '15.5.7' },
    blame: 'backend',
    explanation: 'The events are a stream of server-sent events, and the request does not accept one.',
    hint: 'Send the header `Accept: text/event-stream`, and read the answer as it comes; docs/reference/events.md has an example with curl.',
    facts: [],
  },
  events_off: {
    step: 'management',
    blame: 'operator',
    explanation: 'The server keeps no events.',
    hint: 'Set `EVENTS` to `on`, or let webhooks report what happens.',
    facts: [],
  },
} as const satisfies ReasonEntries;
