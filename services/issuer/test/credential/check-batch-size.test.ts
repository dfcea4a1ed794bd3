import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkBatchSize } from '../../src/credential/check-batch-size.ts';

const check = (count: number, batchSize?: number) =>
  checkBatchSize({
    platform: { settings: { BATCH_SIZE: 3 } },
    credentialRequest: { by: 'credential_identifier', id: 'pid', proofType: 'jwt', proofs: Array(count).fill('a') },
    configuration: batchSize === undefined ? {} : { batchSize },
  });

test('a request has as many proofs as the larger batch, of the setting or of the reuse policy', () => {
  check(3);
  refuses(() => check(4), 'invalid_credential_request');
  check(3, 2);
  check(5, 5);
  refuses(() => check(6, 5), 'invalid_credential_request');
});

test('the backend learns the limit', async () => {
  assert.deepEqual(await whyRefused(() => check(4)), ['proof_count', { count: 4, most: 3 }]);
});
