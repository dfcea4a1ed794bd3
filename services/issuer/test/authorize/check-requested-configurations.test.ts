import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRequestedConfigurations } from '../../src/authorize/check-requested-configurations.ts';

const offered = ['pid', 'pass'].map((id) => ({
  format: 'dc+sd-jwt' as const,
  id,
  scope: id,
  metadata: {},
  vct: id,
  claims: {},
  disclosureFrame: {},
}));
const known = (parameters: JsonObject) => ({ parameters, offered, issuer: 'https://issuer.example' });

test('the requested configurations are part of the offer; an empty request means all of it', () => {
  assert.deepEqual(checkRequestedConfigurations(known({})), { requested: { ids: ['pid', 'pass'], details: false } });
  const scope = checkRequestedConfigurations(known({ scope: 'pass' }));
  assert.deepEqual(scope, { requested: { ids: ['pass'], details: false } });
  refuses(() => checkRequestedConfigurations(known({ scope: 'foreign' })), 'invalid_scope');
  const details = known({ authorization_details: '{}' });
  refuses(() => checkRequestedConfigurations(details), 'invalid_authorization_details');
});
