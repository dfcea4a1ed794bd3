import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { connection } from '../../src/api/connection.ts';
import { address, hrefOf, navigate, readAddress, setQuery } from '../../src/state/address.ts';

afterEach(() => {
  connection.base = '';
});

test('the address below /console is the page, with its query', () => {
  assert.deepEqual(readAddress('/console', '', ''), { path: '/', query: {} });
  assert.deepEqual(readAddress('/base/console/sessions/a', '?status=failed', '/base'), {
    path: '/sessions/a',
    query: { status: 'failed' },
  });
});

test('a link has the path of PUBLIC_URL', () => {
  connection.base = '/base';
  assert.deepEqual([hrefOf('/'), hrefOf('/sessions?status=x')], ['/base/console', '/base/console/sessions?status=x']);
});

test('a page is shown without a load; a filter changes the query alone, and adds nothing to the history', () => {
  const calls: string[] = [];
  const global = globalThis as Record<string, unknown>;
  global.history = {
    pushState: (_: unknown, __: string, to: string) => calls.push(`push ${to}`),
    replaceState: (_: unknown, __: string, to: string) => calls.push(`replace ${to}`),
  };
  global.scrollTo = () => calls.push('top');
  navigate('/sessions?kind=issuance');
  assert.deepEqual(address.value, { path: '/sessions', query: { kind: 'issuance' } });
  setQuery({ kind: 'presentation', status: undefined, other: '' });
  assert.deepEqual(address.value, { path: '/sessions', query: { kind: 'presentation' } });
  assert.deepEqual(calls, [
    'push /console/sessions?kind=issuance',
    'top',
    'replace /console/sessions?kind=presentation',
  ]);
  delete global.history;
  delete global.scrollTo;
});
