import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createStreamPlaces } from '../../src/edge/stream-places.ts';

const refuses = (run: () => unknown): void => {
  assert.throws(run, (error) => error instanceof ProtocolError && error.code === 'rate_limited');
};

test('an address has its limit, a process too; a place that is left is free', () => {
  const enter = createStreamPlaces({ process: 3, address: 2 });
  const leave = enter('a');
  enter('a');
  refuses(() => enter('a'));
  enter('b');
  refuses(() => enter('c'));
  leave();
  enter('c');
  refuses(() => enter('a'));
});
