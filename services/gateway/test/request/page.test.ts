/** Pages of a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { nextLink, readLimit } from '../../src/request/page.ts';

test('a limit is a whole number up to 1000; without one it is 100', () => {
  assert.deepEqual([readLimit(undefined), readLimit('1'), readLimit('1000')], [100, 1, 1000]);
  for (const text of ['', '0', '1001', '-1', '1.5', '1e3', ' 1', '00001']) {
    assert.throws(
      () => readLimit(text),
      (error) => error instanceof ProtocolError && error.code === 'invalid_request',
      text,
    );
  }
});

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
    ...{ status: 'issued', state: 'a&b=c', limit: '7', after: 'new>"; rel="x' },
  });
});
