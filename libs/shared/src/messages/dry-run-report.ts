/** The report of a dry run. It may gain fields: it is open. */
import { freeObject, freeObjects, open, text, texts } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { blames } from '../kernel/reasons/reason.ts';

const step = open('DryRunStep', ['step', 'method', 'url', 'status', 'ms', 'outcome'], {
  step: { ...text, description: 'What the wallet was doing' },
  method: text,
  url: { ...text, description: 'Without query and without secrets' },
  status: { type: 'integer' },
  ms: { type: 'integer', description: 'Milliseconds' },
  outcome: {
    type: 'string',
    enum: ['ok', 'info', 'refused'],
    description: '`info`: the response requires more, such as a nonce or a presentation',
  },
  error: { ...text, description: 'Code that the wallet got' },
  request: { ...text, description: 'Request id, as in the log and in `x-request-id`' },
});

const refusal = open('DryRunRefusal', ['step', 'by'], {
  step: text,
  by: {
    type: 'string',
    enum: ['server', 'wallet'],
    description: 'Who refused: this server, or the wallet',
  },
  error: { ...text, description: 'Code that the wallet got' },
  reason: { ...text, description: 'Name of the catalogue of reasons' },
  description: text,
  explanation: { ...text, description: 'What was wrong' },
  hint: { ...text, description: 'What to change' },
  blame: { type: 'string', enum: [...blames] },
  standard: open('StandardSection', ['document', 'section'], { document: text, section: text }),
  facts: freeObject,
  errors: { ...freeObjects, description: '`{pointer, detail}` each, of a call of the backend' },
});

const warning = open('DryRunWarning', ['code', 'detail', 'hint'], {
  code: text,
  pointer: { ...text, description: 'Where in the configuration: JSON pointer (RFC 6901)' },
  detail: { ...text, description: 'What will go wrong' },
  hint: { ...text, description: 'What to change' },
});

const profile = open('DryRunProfile', ['profile', 'source', 'takes'], {
  profile: { ...text, description: 'Real wallet' },
  source: { ...text, description: 'Source of its known behaviour' },
  takes: { type: 'boolean', description: "Whether it accepts this tenant's metadata" },
  why: { ...texts, description: 'Why not' },
});

export const dryRunReportSchema = open(
  'DryRunReport',
  ['outcome', 'steps', 'warnings', 'profiles', 'revoked', 'erased'],
  {
    outcome: {
      type: 'string',
      enum: ['accepted', 'refused', 'stopped'],
      description:
        '`accepted`: the flow completed. `refused`: see `refusal`. `stopped`: a user or a backend must continue, see `stopped`',
    },
    session: { ...text, description: 'Id that the session had; it is erased' },
    steps: { type: 'array', items: step },
    refusal,
    stopped: open('DryRunStopped', ['explanation', 'hint'], { explanation: text, hint: text }),
    credential: { ...freeObject, description: 'The credential as a wallet shows it: display, claims with their names' },
    request: { ...freeObject, description: 'The request as a wallet shows it: who asks, why, and for which claims' },
    presented: { ...freeObject, description: 'The claims that the wallet showed, by credential query' },
    warnings: { type: 'array', items: warning },
    profiles: { type: 'array', items: profile },
    revoked: { type: 'integer', description: 'Entries of the status list that were revoked at the end' },
    erased: { type: 'boolean', description: 'Whether the session was erased; if not, a job erases it within minutes' },
  },
  { description: 'Report of a dry run' },
);

export type DryRunReport = Static<typeof dryRunReportSchema>;
export type DryRunStep = DryRunReport['steps'][number];
export type DryRunRefusal = NonNullable<DryRunReport['refusal']>;
export type DryRunProfile = DryRunReport['profiles'][number];
