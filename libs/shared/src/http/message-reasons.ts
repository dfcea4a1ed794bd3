/** Reasons of refusals: bodies and queries that a schema describes, and calls between services. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const messageReasons = {
  body_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The body does not have the members and types of this route.',
    hint: 'Compare the body with the API description at /openapi.json; `errors` of the answer names each finding.',
    facts: ['parameters', 'parameter', 'expected', 'count'],
  },
  query_parameter: {
    step: 'management',
    blame: 'backend',
    explanation: 'The query has a parameter, or a value of one, that this route does not take.',
    hint: 'Use the query parameters that the API description names for this route.',
    facts: ['parameter', 'parameters', 'expected'],
  },
  internal_request: {
    step: 'any',
    blame: 'operator',
    explanation: 'A service sent another one a message that it can not read.',
    hint: 'Run services of one version, or of two that follow each other as docs/how-to/upgrading.md says.',
    facts: ['detail', 'bytes', 'mostBytes'],
  },
} as const satisfies ReasonEntries;
