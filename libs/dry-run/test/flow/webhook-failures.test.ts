import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failures, tried } from '../../src/flow/webhook-failures.ts';

test('a delivery whose last attempt failed is a warning, with its description', () => {
  const failed = {
    type: 'claims.requested.v1',
    attempts: [{ error: 'status' }, { error: 'refused', description: 'No server' }],
  };
  const found = failures([
    failed,
    { type: 'x', attempts: [{ error: 'refused' }, { status: 204 }] },
    { type: 'y', attempts: [] },
  ]);
  assert.deepEqual(found, [{ code: 'webhook_failed', detail: 'The webhook claims.requested.v1 failed: No server' }]);
  assert.deepEqual(failures(undefined), []);
});

test('deliveries that were tried and have not ended are counted', () => {
  const attempts = [{ error: 'refused' }];
  assert.equal(tried([{ attempts }, { attempts: [] }, { attempts, endedAt: '2030-01-01T00:00:00.000Z' }]), 1);
  assert.equal(tried(undefined), 0);
});
