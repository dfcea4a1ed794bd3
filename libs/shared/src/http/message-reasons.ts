/** Reasons of refusals: bodies and queries that a schema describes, and calls between services. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const messageReasons = {
  body_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: "The body does not have this route's members and types.",
    hint: "Compare the body with the API description at /openapi.json. The response's `errors` lists every error.",
    facts: ['parameters', 'parameter', 'expected', 'count'],
  },
  query_parameter: {
    step: 'management',
    blame: 'backend',
    explanation: 'This route does not accept one of the query parameters, or its value.',
    hint: 'Use the query parameters in the API description of this route.',
    facts: ['parameter', 'parameters', 'expected'],
  },
  internal_request: {
    step: 'any',
    blame: 'operator',
    explanation: 'A service sent another service a message that it cannot read.',
    hint: 'Run all services in the same version, or in two consecutive versions as docs/how-to/upgrading.md describes.',
    facts: ['detail', 'bytes', 'mostBytes'],
  },
} as const satisfies ReasonEntries;
