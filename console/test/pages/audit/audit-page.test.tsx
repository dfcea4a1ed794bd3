import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { auditQuery, Records } from '../../../src/pages/audit/audit-page.tsx';

test('a record names who, what and on what; the session is a link', () => {
  const items = [
    {
      id: '1',
      at: '2026-01-26T09:30:00.000Z',
      action: 'session.erased',
      client: '<b>',
      session: 's1',
      subject: 'pid',
      open: true,
    },
    { id: '2', at: '2026-01-26T09:00:00.000Z', action: 'audit.read', client: 'api-key', data: { count: 3 } },
  ];
  const html = renderToString(<Records first={{ items, next: 'c' }} query={{}} />);
  for (const text of [
    'erased a session',
    'not finished',
    'href="/console/sessions/s1"',
    'pid',
    'Number: 3',
    'Show older ones',
  ])
    assert.ok(html.includes(text), text);
  assert.ok(!html.includes('<b>'));
  assert.match(renderToString(<Records first={{ items: [], next: undefined }} query={{}} />), /No records/);
});

test('a change of the status says which and why, in words', () => {
  const data = { status: 1, reason: 'lost', entries: 2, later: [1, 2] };
  const items = [{ id: '1', at: '2026-01-26T09:30:00.000Z', action: 'status.changed', client: 'ada', data }];
  const html = renderToString(<Records first={{ items, next: undefined }} query={{}} />);
  assert.match(html, /Status: revoked, Reason: Wallet or device lost, Credentials: 2, later: 2/);
});

test('changes only, unless everything or one action is asked for', () => {
  assert.equal(auditQuery({}).changes, 'true');
  assert.equal(auditQuery({ show: 'all' }).changes, undefined);
  assert.deepEqual(
    [auditQuery({ action: 'session.read' }).changes, auditQuery({ action: 'session.read' }).action],
    [undefined, 'session.read'],
  );
  assert.equal(auditQuery({ client: 'ada' }).client, 'ada');
});

test('an action of a later server stands as it is', () => {
  const items = [{ id: '1', at: '2026-01-26T09:30:00.000Z', action: 'future.done', client: 'ada' }];
  assert.match(renderToString(<Records first={{ items, next: undefined }} query={{}} />), /<code>future\.done/);
});
