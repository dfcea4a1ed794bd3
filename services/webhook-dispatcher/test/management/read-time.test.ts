import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { readTime } from '../../src/management/read-time.ts';

test('a time in milliseconds; one that no calendar has is refused, as a parameter or a member', () => {
  assert.equal(readTime('from', undefined), undefined);
  assert.equal(readTime('from', '2030-01-01T00:00:00Z'), Date.UTC(2030, 0, 1));
  for (const reason of [undefined, 'body_invalid'] as const) {
    assert.throws(
      () => readTime('until', '2030-13-45', reason),
      (error) => error instanceof ProtocolError && error.options.reason === (reason ?? 'query_parameter'),
    );
  }
});
