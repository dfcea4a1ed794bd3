/** Pages of a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { readLimit } from '../../src/request/page.ts';

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
