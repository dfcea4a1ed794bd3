import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginClientSchema } from '../../src/configuration-documents/login-client.ts';
import { exampleOf } from '../../src/http/schema-parts.ts';
import { compileSchema } from '../../src/http/validate.ts';

const validate = compileSchema(loginClientSchema);
const example = exampleOf(loginClientSchema) ?? assert.fail('no example');
const places = (more: object): readonly string[] => validate({ ...example, ...more }).map(({ pointer }) => pointer);

test('the example is valid', () => {
  assert.deepEqual(validate(example), []);
});

test('what a client could gain by a typing error is refused', () => {
  assert.deepEqual(places({ requirePkce: false }), ['/requirePkce']);
  assert.deepEqual(places({ token_endpoint_auth_method: 'tls_client_auth' }), ['/token_endpoint_auth_method']);
  assert.deepEqual(places({ id_token_signed_response_alg: 'none' }), ['/id_token_signed_response_alg']);
  assert.deepEqual(places({ subject: { kind: 'public' } }), ['/subject/kind']);
  assert.deepEqual(places({ redirect_uris: [] }), ['/redirect_uris']);
  assert.deepEqual(places({ claims: { given_name: [] } }), ['/claims/given_name']);
  assert.equal(places({ claims: { 'given name': ['given_name'] } }).length, 1);
});
