import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Records, startOf } from '../../../src/pages/audit/audit-page.tsx';

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
    'session.erased',
    'not finished',
    'href="/console/sessions/s1"',
    'pid',
    '{&quot;count&quot;:3}',
    'Show older ones',
  ])
    assert.ok(html.includes(text), text);
  assert.ok(!html.includes('<b>'));
  assert.match(renderToString(<Records first={{ items: [], next: undefined }} query={{}} />), /No records/);
});

test('a date is the midnight of the person', () => {
  assert.equal(startOf('2026-01-26'), new Date(2026, 0, 26).toISOString());
  assert.equal(startOf(undefined), undefined);
  assert.equal(startOf('yesterday'), undefined);
});
