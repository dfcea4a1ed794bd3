import { test } from 'node:test';
import { checkStatusValue } from '../../src/trust/status-value.ts';
import { refuses } from '../presentation/refuses.ts';

test('zero alone is valid (Token Status List, 7.1)', () => {
  checkStatusValue(0);
  refuses(() => checkStatusValue(1), 'revoked');
  refuses(() => checkStatusValue(2), 'suspended');
  for (const own of [3, 12, 255]) refuses(() => checkStatusValue(own), 'revoked');
  refuses(() => checkStatusValue(undefined), 'status_unavailable');
});
