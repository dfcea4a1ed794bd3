import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walletsBodySchema } from '../../src/configuration-documents/wallets.ts';
import { exampleOf } from '../../src/http/schema-parts.ts';
import { compileSchema } from '../../src/http/validate.ts';

const pointers = (body: unknown): readonly string[] =>
  compileSchema(walletsBodySchema)(body).map(({ pointer }) => pointer);

test('the example is valid', () => {
  assert.deepEqual(pointers(exampleOf(walletsBodySchema)), []);
});

test('a registered wallet has a name and keys', () => {
  const keys = { keys: [{ kty: 'EC' }] };
  const wallet = (client: object) => pointers({ clients: [client] });
  assert.deepEqual(wallet({ client_id: 'w', jwks: keys }), []);
  assert.deepEqual(wallet({ client_id: '', jwks: keys }), ['/clients/0/client_id']);
  assert.deepEqual(wallet({ client_id: 'w', jwks: { keys: [] } }), ['/clients/0/jwks/keys']);
  assert.deepEqual(wallet({ client_id: 'w', jwks: keys, secret: 'x' }), ['/clients/0/secret']);
});
