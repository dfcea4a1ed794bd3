import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { FirstCredential, type Overview, Today } from '../../../src/pages/home/home-page.tsx';
import { session } from '../../../src/state/session.ts';

const overview: Overview = {
  from: '2026-01-26T00:00:00.000Z',
  issued: 12,
  presented: 7,
  times: [
    { at: '2026-01-26T00:00:00.000Z', issued: 3, presented: 0, refused: 1 },
    { at: '2026-01-26T01:00:00.000Z', issued: 0, presented: 0, refused: 0 },
  ],
  statusChanges: 1,
  refused: [{ reason: 'code_unknown', count: 2, explanation: 'The code is none of this server.' }],
  failures: [
    {
      at: '2026-01-26T09:30:00.000Z',
      step: 'token',
      reason: 'code_unknown',
      request: 'r1',
      session: 's1',
      explanation: '<img src=x>',
      hint: 'Send it once.',
    },
  ],
  deliveries: { waiting: 1000, dead: 3 },
  health: {
    status: 'error',
    components: [
      { name: 'database', status: 'up' },
      { name: 'bus', status: 'down', message: 'does not answer' },
    ],
  },
};

afterEach(() => {
  session.value = { state: 'starting' };
});

test('today: numbers, the last failure with its explanation, and what does not answer', () => {
  const html = renderToString(<Today overview={overview} />);
  for (const text of [
    '>12<',
    '>7<',
    '1000 or more',
    'Send it once.',
    'href="/console/sessions/s1"',
    'does not answer',
    'A component is unavailable',
    '<strong>Access token</strong>',
    'Issued and verified',
  ])
    assert.ok(html.includes(text), text);
  assert.ok(!html.includes('<img'));
  assert.equal(html.match(/<rect class="(good|bad)"/g)?.length, 2, 'an hour with credentials, and refusals');
  assert.match(html, /As a table.*data-title="Credentials issued".*3/s);
});

test('what needs attention stands before the numbers, and is not there where nothing does', () => {
  const html = renderToString(<Today overview={overview} />);
  assert.match(html, /Needs attention[\s\S]*3 webhooks failed[\s\S]*href="\/console\/webhooks"[\s\S]*<h2>Today/);
  const well = { ...overview, deliveries: { waiting: 0, dead: 0 }, health: { status: 'ok', components: [] } } as const;
  assert.doesNotMatch(renderToString(<Today overview={well} days={7} />), /Needs attention|Today/);
});

test('a quiet day says so', () => {
  const html = renderToString(
    <Today overview={{ ...overview, refused: [], failures: [], health: { status: 'ok', components: [] } }} />,
  );
  assert.match(html, /No wallet was refused</);
  assert.match(html, /All components are running/);
});

test('an empty system shows the way, each step with what is done, to those who may take it', () => {
  const steps = { configured: true, offered: false };
  assert.equal(renderToString(<FirstCredential steps={steps} />), '');
  const signedIn = { tenant: 'root', variant: 'b', name: 'x', expiresAt: '2030-01-01T00:00:00Z' } as const;
  session.value = { state: 'in', role: 'operator', ...signedIn };
  const html = renderToString(<FirstCredential steps={steps} />);
  assert.match(
    html,
    /href="\/console\/configurations"[\s\S]*done[\s\S]*href="\/console\/issue"[\s\S]*href="\/console\/sessions"/,
  );
  assert.equal(html.split('>done<').length - 1, 1);
});
