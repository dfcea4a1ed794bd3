import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkNotFailed } from '../../src/claims/check-not-failed.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

test('a failed issuance has no deferred credential', () => {
  checkNotFailed({ session: sessionWith(given('issued')) });
  checkNotFailed({ session: sessionWith(given('completed long ago')) });
  const session = sessionWith(given('failed with a token'));
  refuses(() => checkNotFailed({ session }), 'credential_request_denied');
});

test('the backend learns the failure', async () => {
  const issuance = given('failed with a token');
  const failed = {
    ...issuance,
    progress: { ...issuance.progress, state: 'failed', reason: 'claims_deadline' },
  } as const;
  const session = { ...sessionWith(), issuance: failed };
  assert.deepEqual(await whyRefused(() => checkNotFailed({ session })), ['claims_late', { state: 'failed' }]);
});
