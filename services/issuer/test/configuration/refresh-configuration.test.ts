import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshConfiguration, refreshFeature } from '../../src/configuration/refresh-configuration.ts';

test('the member of a configuration is read with its default', () => {
  assert.equal(refreshConfiguration(undefined), undefined);
  assert.deepEqual(refreshConfiguration({}), { olderCredentials: 'keep' });
  const url = 'https://backend.example/renew';
  assert.deepEqual(refreshConfiguration({ webhook: url, lifetime: 3600, older_credentials: 'revoke' }), {
    webhook: { url },
    lifetime: 3600,
    olderCredentials: 'revoke',
  });
});

test('the grant type is in the metadata where one credential may be renewed', () => {
  assert.deepEqual(refreshFeature([{}, {}]), []);
  assert.deepEqual(refreshFeature([{}, { refresh: { olderCredentials: 'keep' } }]), [
    { grantTypes: ['refresh_token'] },
  ]);
});
