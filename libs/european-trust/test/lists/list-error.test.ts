import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListError, refusedList } from '../../src/lists/list-error.ts';

test('a refusal of a list has a reason, what was found, and facts', () => {
  const cause = new Error('below');
  const error = refusedList('trust_list_dates', ['/LoTE', 'The list has ended'], {
    facts: { expiredSeconds: 3 },
    cause,
  });
  assert.ok(error instanceof ListError);
  assert.deepEqual(
    [error.reason, error.findings, error.facts, error.cause],
    ['trust_list_dates', [{ pointer: '/LoTE', detail: 'The list has ended' }], { expiredSeconds: 3 }, cause],
  );
  const plain = new ListError('trust_list_signer', [{ pointer: '', detail: 'x' }]);
  assert.deepEqual([plain.facts, plain.cause, 'cause' in plain], [{}, undefined, false]);
});
