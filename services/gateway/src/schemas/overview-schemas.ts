/** JSON Schema of the overview, for the API description. Answers may gain fields: they are open. */
import { dateTime, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const count: JsonObject = { type: 'integer', minimum: 0 };
const said = {
  reason: { ...text, description: 'Name of the catalogue, which `GET /docs/reasons/{reason}` explains' },
  explanation: { ...text, description: 'What was wrong' },
  hint: { ...text, description: 'What to change' },
} as const;

const refusal = open('OverviewRefusal', ['reason', 'count'], { ...said, count });

const failure = open('OverviewFailure', ['at', 'step', 'reason', 'request'], {
  at: dateTime,
  step: text,
  ...said,
  request: { ...text, description: '`x-request-id` in the response' },
  session: text,
});

const component = open('OverviewComponent', ['name', 'status'], { name: text, status: text, message: text });

export const overviewSchema: JsonObject = open(
  'Overview',
  ['from', 'issued', 'presented', 'statusChanges', 'times', 'refused', 'failures', 'deliveries', 'health'],
  {
    from: { ...dateTime, description: 'Start of the first counted hour' },
    issued: { ...count, description: 'Answers with a credential' },
    presented: { ...count, description: 'Presentations that were accepted' },
    statusChanges: { ...count, description: 'Calls that changed the status of credentials' },
    times: {
      type: 'array',
      description: 'By hour, or by 24 hours for periods of more than two days',
      items: open('OverviewTime', ['at', 'issued', 'presented', 'refused'], {
        at: dateTime,
        issued: count,
        presented: count,
        refused: count,
      }),
    },
    refused: { type: 'array', items: refusal, description: 'Refused requests of wallets and browsers, most first' },
    failures: { type: 'array', items: failure, description: 'The last 20 of them, newest first' },
    deliveries: {
      ...open('OverviewDeliveries', ['waiting', 'dead'], { waiting: count, dead: count }),
      description: 'Webhooks, each counted up to 1000',
    },
    health: open('OverviewHealth', ['status', 'components'], {
      status: { type: 'string', enum: ['ok', 'error'] },
      components: { type: 'array', items: component },
    }),
  },
  {
    example: {
      from: '2026-01-26T00:00:00.000Z',
      issued: 12,
      presented: 7,
      statusChanges: 1,
      times: [{ at: '2026-01-26T00:00:00.000Z', issued: 12, presented: 7, refused: 2 }],
      refused: [{ reason: 'code_unknown', count: 2 }],
      failures: [],
      deliveries: { waiting: 0, dead: 0 },
      health: { status: 'ok', components: [{ name: 'database', status: 'up' }] },
    },
  },
);
