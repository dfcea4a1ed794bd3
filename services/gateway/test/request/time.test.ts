import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTime } from '../../src/request/time.ts';

test('a date, or a time with its zone; anything else is refused with the name of the parameter', () => {
  assert.equal(readTime('from', undefined), undefined);
  assert.equal(readTime('from', '2026-01-26'), Date.UTC(2026, 0, 26));
  assert.equal(readTime('from', '2026-01-26T10:30:15.5+01:00'), Date.UTC(2026, 0, 26, 9, 30, 15, 500));
  for (const text of ['', 'today', '2026-1-1', '2026-13-01', '2026-01-26T10:30', '26.01.2026', '1769385600000']) {
    assert.throws(() => readTime('until', text), { code: 'invalid_request', message: /^until must be a date/ });
  }
});
