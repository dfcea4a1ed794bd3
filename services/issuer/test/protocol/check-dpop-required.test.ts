import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkDpopRequired } from '../../src/protocol/check-dpop-required.ts';

const tenant = (dpop: 'optional' | 'required') => ({ requirements: { dpop } });

test('a wallet without a proof passes unless the tenant requires one', () => {
  checkDpopRequired({ proof: undefined, ...tenant('optional') });
  checkDpopRequired({ proof: { jkt: 'x' }, ...tenant('required') });
  refuses(() => checkDpopRequired({ proof: undefined, ...tenant('required') }), 'invalid_dpop_proof');
});
