import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationForRole } from '../../src/flow-config/for-role.ts';

const webhook = (spelling: string) => ({
  url: 'https://backend.example',
  [spelling]: { type: 'apiKey', config: { headerName: 'x-key', value: 'secret-canary' } },
  signingSecret: 'whsec_secret-canary',
});
const view = {
  id: 'pid',
  claims: { given_name: 'Erika' },
  vc_webhook: webhook('auth'),
  authenticationMethods: [{ claimsWebhook: webhook('auhth') }],
  config: { format: 'dc+sd-jwt' },
};

test('an administrator, and a service of ours, read the whole', () => {
  assert.equal(configurationForRole(view, 'admin'), view);
  assert.equal(configurationForRole(view, undefined), view);
});

test('an operator reads no secret of a webhook, wherever it stands', () => {
  const text = JSON.stringify(configurationForRole(view, 'operator'));
  assert.ok(!text.includes('secret-canary'), text);
  assert.ok(text.includes('Erika') && text.includes('x-key') && text.includes('dc+sd-jwt'));
});

test('a viewer reads no claims either', () => {
  const text = JSON.stringify(configurationForRole(view, 'viewer'));
  assert.ok(!text.includes('secret-canary') && !text.includes('Erika'), text);
  assert.ok(text.includes('dc+sd-jwt'));
});
