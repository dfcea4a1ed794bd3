import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkClaimsKept } from '../../src/claims/check-claims-kept.ts';
import { failedIssuance } from '../../src/claims/refused-issuance.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

test('an issuance whose claims are erased issues no credential', () => {
  for (const state of ['token_issued', 'issued', 'completed'] as const) {
    checkClaimsKept({ session: sessionWith(given(state)) });
  }
  for (const state of ['completed long ago', 'failed with a token', 'expired'] as const) {
    refuses(() => checkClaimsKept({ session: sessionWith(given(state)) }), 'credential_request_denied');
  }
});

test('the backend learns how the issuance has ended', async () => {
  const of = (state: 'completed long ago' | 'failed with a token' | 'expired') =>
    whyRefused(() => checkClaimsKept({ session: sessionWith(given(state)) }));
  assert.deepEqual(await of('completed long ago'), ['issuance_ended', { state: 'completed' }]);
  assert.deepEqual(await of('expired'), ['issuance_ended', { state: 'expired' }]);
  const { progress } = given('failed with a token');
  assert.ok(progress.state === 'failed');
  assert.deepEqual(await of('failed with a token'), Object.values(failedIssuance('failed', progress.reason)));
});
