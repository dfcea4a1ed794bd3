import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attestationFeature } from '../../src/metadata/attestation-metadata.ts';
import { ISSUER } from '../support.ts';

test('both algorithm lists and the place of challenges, without which wallets refuse', () => {
  const algorithms = ['ES256', 'ES384', 'ES512'];
  const { clientAuthentication, members } = attestationFeature(ISSUER, false);
  assert.deepEqual(members, {
    challenge_endpoint: `${ISSUER}/authorize/attestation-challenge`,
    client_attestation_signing_alg_values_supported: algorithms,
    client_attestation_pop_signing_alg_values_supported: algorithms,
  });
  assert.deepEqual(clientAuthentication, ['attest_jwt_client_auth']);
});

test('the combined proof is a method of its own', () => {
  const { clientAuthentication } = attestationFeature(ISSUER, true);
  assert.deepEqual(clientAuthentication, ['attest_jwt_client_auth', 'attest_jwt_client_auth_dpop']);
});
