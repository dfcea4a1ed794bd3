import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mostCredentials } from '../../src/configuration/batch-size.ts';

describe('mostCredentials', () => {
  test('the limit is a number of whole batches', () => {
    const settings = { BATCH_SIZE: 5, CREDENTIAL_BATCHES: 3 };
    assert.equal(mostCredentials(settings, {}), 15);
    assert.equal(mostCredentials(settings, { batchSize: 7 }), 21, 'the batch of a reuse policy, where it is larger');
    assert.equal(mostCredentials(settings, { batchSize: 2 }), 15);
  });
});
