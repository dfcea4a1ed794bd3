import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AuthorizationServerMetadataInput,
  authorizationServerMetadata,
} from '../../src/configuration/authorization-server-metadata.ts';
import { attestationFeature } from '../../src/metadata/attestation-metadata.ts';
import { ISSUER } from '../support.ts';

const input: AuthorizationServerMetadataInput = {
  issuer: ISSUER,
  scopes: ['pid', 'pass', 'pid'],
  requirePushedAuthorizationRequests: true,
  publicClients: true,
  registeredClients: true,
};

test('the metadata has all members that wallets need, and only built features', () => {
  assert.deepEqual(authorizationServerMetadata(input), {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/authorize/token`,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    pushed_authorization_request_endpoint: `${ISSUER}/authorize/par`,
    require_pushed_authorization_requests: true,
    authorization_challenge_endpoint: `${ISSUER}/authorize/challenge`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:pre-authorized_code'],
    scopes_supported: ['pid', 'pass'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    authorization_details_types_supported: ['openid_credential'],
    'pre-authorized_grant_anonymous_access_supported': true,
  });
});

const METHODS = 'token_endpoint_auth_methods_supported';
const ALGORITHMS = 'token_endpoint_auth_signing_alg_values_supported';
const clients: readonly [publicClients: boolean, registeredClients: boolean, methods: unknown, algorithms: unknown][] =
  [
    [true, false, ['none'], undefined],
    [false, true, ['private_key_jwt'], ['ES256']],
    [true, true, ['none', 'private_key_jwt'], ['ES256']],
    // RFC 8414: the default is client_secret_basic.
    [false, false, ['private_key_jwt'], ['ES256']],
  ];

for (const [publicClients, registeredClients, methods, algorithms] of clients) {
  test(`client authentication with public ${publicClients}, registered ${registeredClients}`, () => {
    const metadata = authorizationServerMetadata({ ...input, publicClients, registeredClients });
    assert.deepEqual(metadata[METHODS], methods);
    assert.deepEqual(metadata[ALGORITHMS], algorithms);
    assert.equal(metadata['pre-authorized_grant_anonymous_access_supported'], publicClients);
  });
}

test('attested wallets have the place of private_key_jwt where no client is registered', () => {
  const attested = { ...input, registeredClients: false, features: [attestationFeature(ISSUER, false)] };
  assert.deepEqual(authorizationServerMetadata(attested)[METHODS], ['none', 'attest_jwt_client_auth']);
  const alone = authorizationServerMetadata({ ...attested, publicClients: false });
  assert.deepEqual(alone[METHODS], ['attest_jwt_client_auth']);
  assert.equal(alone[ALGORITHMS], undefined);
  const both = authorizationServerMetadata({ ...attested, publicClients: false, registeredClients: true });
  assert.deepEqual(both[METHODS], ['private_key_jwt', 'attest_jwt_client_auth']);
});

test('no array is empty', () => {
  const metadata = authorizationServerMetadata({
    ...input,
    scopes: [],
    publicClients: false,
    registeredClients: false,
  });
  for (const [name, value] of Object.entries(metadata)) {
    assert.ok(value !== undefined && !(Array.isArray(value) && value.length === 0), name);
  }
  assert.ok(!('scopes_supported' in metadata));
});

test('optional PAR is published as the boolean false', () => {
  const metadata = authorizationServerMetadata({ ...input, requirePushedAuthorizationRequests: false });
  assert.equal(metadata.require_pushed_authorization_requests, false);
});

test('a feature adds its members, and its values to the lists of methods and grants', () => {
  const metadata = authorizationServerMetadata({
    ...input,
    publicClients: false,
    registeredClients: false,
    features: [
      { clientAuthentication: ['attest_jwt_client_auth'], members: { challenge_endpoint: `${ISSUER}/challenge` } },
      { grantTypes: ['refresh_token'] },
    ],
  });
  assert.deepEqual(metadata[METHODS], ['attest_jwt_client_auth']);
  assert.equal(metadata[ALGORITHMS], undefined, 'private_key_jwt is not named where no client has a key');
  assert.deepEqual((metadata.grant_types_supported as string[]).at(-1), 'refresh_token');
  assert.equal(metadata.challenge_endpoint, `${ISSUER}/challenge`);
});
