import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostCredentials } from '../../src/protocol/most-credentials.ts';

test('the limit is a number of whole batches', () => {
  assert.equal(mostCredentials({ BATCH_SIZE: 5, CREDENTIAL_BATCHES: 3 }), 15);
});
