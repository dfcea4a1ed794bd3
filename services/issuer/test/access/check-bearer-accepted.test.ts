import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkBearerAccepted } from '../../src/access/check-bearer-accepted.ts';

const { settings } = readSettings({});
const requirementsOf = (tenant: string) => requirements({ profile: tenant === 'strict' ? 'haip' : 'open' }, settings);

test('a Bearer token is refused where the profile of the tenant is haip', () => {
  const sent = (tenant: string, scheme: 'Bearer' | 'DPoP') =>
    checkBearerAccepted({ requirementsOf, request: { tenant }, scheme });
  sent('open', 'Bearer');
  sent('strict', 'DPoP');
  refuses(() => sent('strict', 'Bearer'), 'invalid_token');
});

test('the backend learns why', async () => {
  const sent = () => checkBearerAccepted({ requirementsOf, request: { tenant: 'strict' }, scheme: 'Bearer' });
  assert.deepEqual(await whyRefused(sent), ['token_unbound']);
});
