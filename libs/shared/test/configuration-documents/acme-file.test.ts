import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acmeSchema } from '../../src/configuration-documents/acme-file.ts';
import { compileSchema } from '../../src/http/validate.ts';

const validate = compileSchema(acmeSchema);
const one = {
  directory: 'https://ca.example/directory',
  identifiers: [{ type: 'dns', value: 'shop.example' }],
  subject: { commonName: 'Shop' },
};
const places = (change: object) =>
  validate({ certificates: [{ ...one, ...change }] }).map(({ pointer }) => pointer.replace('/certificates/0/', ''));

it('describes a certificate, and refuses what the server would not understand', () => {
  assert.deepEqual(places({}), []);
  assert.deepEqual(places({ purpose: 'encryption' }), ['purpose']);
  assert.deepEqual(places({ set: 'Not A Set' }), ['set']);
  assert.deepEqual(places({ identifiers: [{ type: 'email', value: 'a@b.example' }] }), ['identifiers/0/type']);
  assert.deepEqual(places({ directory: 'ca.example' }), ['directory']);
});
