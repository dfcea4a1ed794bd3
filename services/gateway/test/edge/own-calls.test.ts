import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createOwnCalls } from '../../src/edge/own-calls.ts';

test('requests are recognized by the secret of a call that is under way', () => {
  const calls = createOwnCalls(systemRandom);
  const call = calls.begin({ dryRun: { until: 1 } });
  const [[name, secret] = assert.fail()] = Object.entries(call.headers);
  assert.equal(calls.of(call.headers), call);
  for (const value of [undefined, '', 'guess', [secret]]) assert.equal(calls.of({ [name]: value }), undefined);
  assert.equal(calls.of({}), undefined);
  calls.end(call);
  assert.equal(calls.of(call.headers), undefined);
});
