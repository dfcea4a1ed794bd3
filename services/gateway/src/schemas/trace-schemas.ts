/** JSON Schemas of traces, for the API description. Answers may gain fields: they are open. */
import { dateTime, freeObject, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { blames } from '@countersign/shared/kernel/reasons/reason';

const count: JsonObject = { type: 'integer', minimum: 0 };

const traceEntry = open(
  'TraceEntry',
  ['id', 'at', 'step', 'who', 'request', 'method', 'status', 'ms', 'outcome'],
  {
    id: { ...text, description: "In a session's trace also a Last-Event-ID" },
    at: dateTime,
    step: { ...text, description: 'Step of the flow, such as `token`; `management`, `status` or `unknown`' },
    who: { type: 'string', enum: ['wallet', 'browser', 'backend', 'service'] },
    request: { ...text, description: '`x-request-id` in the response' },
    method: text,
    route: { ...text, description: "The path's pattern; absent if no route has the path" },
    status: { type: 'integer', description: 'HTTP status of the response' },
    ms: { ...count, description: 'Milliseconds until the response' },
    outcome: {
      type: 'string',
      enum: ['ok', 'refused', 'failed', 'info'],
      description:
        '`info`: the response requires a next step, or the request was accepted with a remark for developers',
    },
    error: { ...text, description: 'Error code' },
    reason: { ...text, description: 'Name of the catalogue of reasons' },
    explanation: { ...text, description: 'What was wrong' },
    hint: { ...text, description: 'What to change' },
    standard: open('TraceStandard', ['document', 'section'], { document: text, section: text }),
    blame: { type: 'string', enum: [...blames], description: 'Whose work changes it' },
    facts: { ...freeObject, description: 'Expected and received values' },
    checks: {
      type: 'array',
      items: open('TraceCheck', ['check', 'ok'], { check: text, ok: { type: 'boolean' } }),
      description: 'What was checked, in order, of a refused request',
    },
    attempt: text,
    contentType: text,
    parameters: { type: 'array', items: text, description: 'Names of the parameters of query and body' },
    userAgent: text,
  },
  {
    example: {
      id: '4',
      at: '2026-01-26T09:30:00.125Z',
      step: 'token',
      who: 'wallet',
      request: '7Zq3yS0aVnP1mK4w',
      method: 'POST',
      route: '/token',
      status: 400,
      ms: 3,
      outcome: 'refused',
      error: 'invalid_grant',
      reason: 'code_unknown',
    },
  },
);

const traceGap = open('TraceGap', ['count', 'cause'], {
  after: { ...text, description: "In a session's trace: id of the entry before the gap" },
  at: dateTime,
  count: { ...count, description: 'Entries that are missing' },
  cause: {
    type: 'string',
    enum: ['limit', 'overflow'],
    description:
      '`limit`: a trace keeps the first 50 and the last 150. `overflow`: too many at the same time, or not written',
  },
});

export const traceSchema: JsonObject = open('Trace', ['entries'], {
  entries: { type: 'array', items: traceEntry },
  gaps: { type: 'array', items: traceGap },
});
