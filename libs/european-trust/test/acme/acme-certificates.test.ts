import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readAcmeFile } from '../../src/acme/acme-certificates.ts';

const one = {
  directory: 'https://ca.example/directory',
  identifiers: [{ type: 'wrp-id', value: 'NTRDE-HRB123456' }],
  subject: { commonName: 'Example Shop' },
};

it('completes what the file leaves out', () => {
  const { certificates, errors } = readAcmeFile({ certificates: [one] });
  assert.deepEqual(errors, []);
  assert.deepEqual(certificates, [{ ...one, set: 'default', purpose: 'request', key: 'new' }]);
});

it('refuses two certificates for the same keys, secrets in the file, and what is missing', () => {
  const places = (...certificates: readonly object[]) =>
    readAcmeFile({ certificates } as never).errors.map(({ pointer }) => pointer);
  assert.deepEqual(places(one, { ...one, set: 'default' }), ['/certificates/1']);
  assert.deepEqual(places(one, { ...one, set: 'shop' }), []);
  assert.equal(places({ ...one, externalAccount: { kid: 'k', macKey: 'secret' } }).length > 0, true);
  assert.deepEqual(places({ ...one, identifiers: [] }), ['/certificates/0/identifiers']);
});
