import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkState } from '../../src/authorize/check-state.ts';

test('a state is stored unchanged, up to its limit', () => {
  assert.deepEqual(checkState({ parameters: {} }), {});
  assert.deepEqual(checkState({ parameters: { state: '' } }), {});
  const state = 's'.repeat(2048);
  assert.deepEqual(checkState({ parameters: { state } }), { state });
  refuses(() => checkState({ parameters: { state: `${state}s` } }), 'invalid_request');
});

test('the reason says how long it is', () => {
  const error = refuses(() => checkState({ parameters: { state: 's'.repeat(2049) } }), 'invalid_request');
  assert.deepEqual(whyOf(error), {
    ...{ code: 'invalid_request', reason: 'state_too_long', facts: { count: 2049, most: 2048 } },
  });
});
