import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkDpopRequired } from '../../src/client/check-dpop-required.ts';

const tenant = (dpop: 'optional' | 'required') => ({ requirements: { dpop } });

test('a wallet without a proof passes unless the tenant requires one', () => {
  checkDpopRequired({ proof: undefined, ...tenant('optional') });
  checkDpopRequired({ proof: { jkt: 'x' }, ...tenant('required') });
  refuses(() => checkDpopRequired({ proof: undefined, ...tenant('required') }), 'invalid_dpop_proof');
});

test('the backend learns why', async () => {
  const sent = () => checkDpopRequired({ proof: undefined, ...tenant('required') });
  assert.deepEqual(await whyRefused(sent), ['dpop_missing']);
});
