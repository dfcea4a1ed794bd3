/** The change of the secret that signs webhooks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  earlierSecrets,
  firstWebhookSecret,
  MAX_EARLIER,
  rotateWebhookSecret,
} from '../../src/sending/webhook-secret-transitions.ts';

const first = { ...firstWebhookSecret('default'), rev: 1 };

test('the next generation signs, and the one before it until the overlap ends', () => {
  const { document, result } = rotateWebhookSecret(first, { now: 100, overlap: 50 });
  assert.equal(result, 'rotated');
  assert.deepEqual([document.generation, document.rotatedAt], [2, 100]);
  assert.deepEqual(earlierSecrets(document, 149), [{ generation: 1, until: 150 }]);
  assert.deepEqual(earlierSecrets(document, 150), []);
});

test('without an overlap, as after a leak, every earlier secret ends at once', () => {
  const once = rotateWebhookSecret(first, { now: 0, overlap: 1000 }).document;
  const twice = rotateWebhookSecret(once, { now: 10, overlap: 0 }).document;
  assert.deepEqual([twice.generation, twice.earlier], [3, []]);
});

test('no earlier secret signs for longer than the overlap of the last change', () => {
  const once = rotateWebhookSecret(first, { now: 0, overlap: 1000 }).document;
  const twice = rotateWebhookSecret(once, { now: 10, overlap: 20 }).document;
  assert.deepEqual(twice.earlier, [
    { generation: 2, until: 30 },
    { generation: 1, until: 30 },
  ]);
  const longer = rotateWebhookSecret(once, { now: 10, overlap: 5000 }).document;
  assert.deepEqual(longer.earlier.at(-1), { generation: 1, until: 1000 }, 'nor for longer than it was promised');
});

test('too many earlier secrets refuse the change; those that have ended do not count', () => {
  let document = first;
  for (let time = 0; time < MAX_EARLIER; time += 1) {
    document = rotateWebhookSecret(document, { now: time, overlap: 100 }).document;
  }
  const refused = rotateWebhookSecret(document, { now: 50, overlap: 100 });
  assert.deepEqual(refused, { document, result: 'overlapping' });
  assert.equal(rotateWebhookSecret(document, { now: 100, overlap: 100 }).result, 'rotated');
  assert.equal(rotateWebhookSecret(document, { now: 50, overlap: 0 }).result, 'rotated');
});
