/** Reasons of refusals: calls of a button. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const buttonReasons = {
  button_unknown: {
    step: 'request-object',
    blame: 'backend',
    explanation: "The button's address does not belong to a request.",
    hint: "Pass the member `button` of the create call's response to the element, unchanged, and create a request for each visitor.",
    facts: [],
  },
  button_origin: {
    step: 'request-object',
    blame: 'backend',
    explanation: 'The call comes from a page that the request was not created for.',
    hint: 'Create the request with the origin of the page that shows the button, exactly as browsers write it. Any other site that shows it is refused.',
    facts: ['expected'],
  },
} as const satisfies ReasonEntries;
