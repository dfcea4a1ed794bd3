import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attestationMetadata, attestationMethods } from '../../src/protocol/attestation-metadata.ts';
import { ISSUER } from './support.ts';

test('nothing is offered without anchors', () => {
  assert.deepEqual(attestationMethods('none'), []);
  assert.deepEqual(attestationMetadata(ISSUER, 'none'), {});
});

test('both algorithm lists and the place of challenges, without which wallets refuse', () => {
  const algorithms = ['ES256', 'ES384', 'ES512'];
  assert.deepEqual(attestationMetadata(ISSUER, 'proof'), {
    challenge_endpoint: `${ISSUER}/authorize/attestation-challenge`,
    client_attestation_signing_alg_values_supported: algorithms,
    client_attestation_pop_signing_alg_values_supported: algorithms,
  });
  assert.deepEqual(attestationMethods('proof'), ['attest_jwt_client_auth']);
  assert.deepEqual(attestationMethods('combined'), ['attest_jwt_client_auth', 'attest_jwt_client_auth_dpop']);
});
