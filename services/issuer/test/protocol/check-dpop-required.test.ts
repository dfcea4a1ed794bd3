import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkDpopRequired } from '../../src/protocol/check-dpop-required.ts';

const installation = (DPOP: 'optional' | 'required') => ({ platform: { settings: { DPOP } } });

test('a wallet without a proof passes unless the setting requires one', () => {
  checkDpopRequired({ proof: undefined, ...installation('optional') });
  checkDpopRequired({ proof: { jkt: 'x' }, ...installation('required') });
  refuses(() => checkDpopRequired({ proof: undefined, ...installation('required') }), 'invalid_dpop_proof');
});
