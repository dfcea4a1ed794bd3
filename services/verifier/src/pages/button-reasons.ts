/** Reasons of refusals: calls of a button. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const buttonReasons = {
  button_unknown: {
    step: 'request-object',
    blame: 'backend',
    explanation: 'The address of the button belongs to no request.',
    hint: 'Give the element the member `button` of what the create call returned, unchanged, and make a request for each visitor.',
    facts: [],
  },
  button_origin: {
    step: 'request-object',
    blame: 'backend',
    explanation: 'The call comes from a page that the request was not created for.',
    hint: 'Create the request with the origin of the page that shows the button, exactly as browsers write it; another site that shows it is refused.',
    facts: ['expected'],
  },
} as const satisfies ReasonEntries;
