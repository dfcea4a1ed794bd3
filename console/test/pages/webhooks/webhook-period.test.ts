import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodStart, webhookDays } from '../../../src/pages/webhooks/webhook-period.ts';

test('the period of the address, and when it starts', () => {
  assert.deepEqual([undefined, '1', '30', '14', 'x'].map(webhookDays), [7, 1, 30, 7, 7]);
  assert.equal(periodStart(7, Date.UTC(2030, 0, 8)), '2030-01-01T00:00:00.000Z');
});
