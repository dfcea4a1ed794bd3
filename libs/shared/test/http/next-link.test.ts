/** The link to the next page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextLink } from '../../src/http/next-link.ts';

test('the next page keeps the filters of this one, and no other parameter', () => {
  const link = nextLink({
    url: 'https://issuer.example/session',
    query: { status: 'issued', state: 'a&b=c', after: 'old', limit: '7', other: 'x' },
    keep: ['status', 'state', 'from'],
    limit: 7,
    after: 'new>"; rel="x',
  });
  const [, href = ''] = /^<([^>]*)>; rel="next"$/.exec(link) ?? [];
  assert.deepEqual(Object.fromEntries(new URL(href).searchParams), {
    status: 'issued',
    state: 'a&b=c',
    limit: '7',
    after: 'new>"; rel="x',
  });
});
