import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { keySetChainSchema, keySetSubjectSchema } from '../../src/schemas/key-set-schemas.ts';

const subject = compileSchema(keySetSubjectSchema);
const pointers = (value: object): readonly string[] => subject({ ...value }).map(({ pointer }) => pointer);

test('a subject has a common name, and names and contacts that a certificate can have', () => {
  assert.deepEqual(pointers({ commonName: 'Example Shöp', country: 'EL', uris: ['tel:+4930123'] }), []);
  assert.deepEqual(pointers({ commonName: 'Shop', country: 'de' }), ['/country']);
  assert.deepEqual(pointers({ commonName: 'x'.repeat(65) }), ['/commonName']);
  assert.deepEqual(pointers({ commonName: 'Shop', uris: ['no address'] }), ['/uris/0']);
  assert.deepEqual(pointers({ commonName: 'Shop', emails: ['a@b\n'] }), ['/emails/0']);
  assert.deepEqual(pointers({ commonName: 'Shop', hosts: ['shöp.example'] }), ['/hosts/0']);
  assert.equal(pointers({ organization: 'Shop' }).length, 1);
});

test('a chain is one text and nothing else', () => {
  const check = compileSchema(keySetChainSchema);
  assert.deepEqual(check({ pem: 'x' }), []);
  assert.equal(check({ pem: 'x', key: 'y' }).length, 1);
});
