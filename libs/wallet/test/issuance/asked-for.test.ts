import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedFor } from '../../src/issuance/asked-for.ts';

const metadata = {
  credential_configurations_supported: {
    pid: { format: 'dc+sd-jwt', scope: 'identity' },
    card: { format: 'dc+sd-jwt' },
  },
};
const detail = (id: string) => ({ type: 'openid_credential', credential_configuration_id: id });

test('by scope where the wallet does so and every configuration has one', () => {
  const by = (ids: readonly string[], asks: 'scope' | 'authorization_details') =>
    askedFor(metadata, ids, { begins: 'par', asks });
  assert.deepEqual(by(['pid'], 'scope'), { scope: 'identity' });
  assert.deepEqual(by(['pid'], 'authorization_details'), { authorization_details: JSON.stringify([detail('pid')]) });
  const both = JSON.stringify([detail('pid'), detail('card')]);
  assert.deepEqual(by(['pid', 'card'], 'scope'), { authorization_details: both });
});
