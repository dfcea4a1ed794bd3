import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificateOf } from '../../src/keys/certificate-of.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';

test('the certificate of a key; a data key has none', async () => {
  const { anchor } = await makeSigningKey();
  assert.equal(certificateOf({ id: 'default/ca/1', certificate: anchor }).subject, 'O=issuer.example\nCN=CA of acme');
  assert.throws(() => certificateOf({ id: 'default/data/1' }), /default\/data\/1 has no certificate/);
});
