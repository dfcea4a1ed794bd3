import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interactionAudiences, interactionEndpoint } from '../../src/openid4vp/interaction.ts';

test('each dialect has its endpoint, and a proof names its origin or its URL', () => {
  const endpoint = interactionEndpoint('https://issuer.example:8443/root', 'ia');
  assert.equal(endpoint, 'https://issuer.example:8443/root/authorize/challenge');
  assert.deepEqual(interactionAudiences('ia', endpoint), ['ia:https://issuer.example:8443', `ia:${endpoint}`]);
  const own = interactionEndpoint('https://issuer.example', 'iae');
  assert.deepEqual(interactionAudiences('iae', own), [
    'iae:https://issuer.example',
    'iae:https://issuer.example/authorize/interactive',
  ]);
});
