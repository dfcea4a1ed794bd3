import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JweError } from '@countersign/shared/crypto/jwe-error';
import { encryptionMetadata, invalidEncryption, reasonOfJwe } from '../../src/credential/credential-encryption.ts';

const key = (kid: string) => ({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid, use: 'enc', alg: 'ECDH-ES' }) as const;
const keys = [key('present'), key('next')];

test('both encryptions are advertised, neither required; the present key comes first', () => {
  assert.deepEqual(encryptionMetadata({ keys, required: 'optional', compressedRequests: true }), {
    credential_request_encryption: {
      jwks: { keys },
      enc_values_supported: ['A128GCM', 'A256GCM'],
      encryption_required: false,
      zip_values_supported: ['DEF'],
    },
    credential_response_encryption: {
      alg_values_supported: ['ECDH-ES'],
      enc_values_supported: ['A128GCM', 'A256GCM'],
      encryption_required: false,
      zip_values_supported: ['DEF'],
    },
  });
});

test('required is required both ways', () => {
  const made = encryptionMetadata({ keys, required: 'required', compressedRequests: true });
  for (const member of Object.values(made)) {
    assert.equal((member as { encryption_required: boolean }).encryption_required, true);
  }
});

test('compressed requests are offered only where they are accepted; compressed answers always', () => {
  const made = encryptionMetadata({ keys, required: 'optional', compressedRequests: false });
  assert.ok(!Object.hasOwn(made.credential_request_encryption as object, 'zip_values_supported'));
  assert.ok(Object.hasOwn(made.credential_response_encryption as object, 'zip_values_supported'));
});

test('a fault has the code of the standard', () => {
  const why = { reason: 'encryption_required' } as const;
  assert.equal(invalidEncryption('x', why).code, 'invalid_encryption_parameters');
  assert.deepEqual(invalidEncryption('x', why, 'cause').options, { ...why, cause: 'cause' });
});

test('each reason of a JWE has one of the catalogue, with the facts that this may have', () => {
  const facts = { parameter: 'enc', received: 'A192GCM', subject: 'x' };
  assert.deepEqual(reasonOfJwe(new JweError('header', { facts })), {
    reason: 'encryption_parameters',
    facts: { parameter: 'enc', received: 'A192GCM' },
  });
  assert.equal(reasonOfJwe(new JweError('unknown_key')).reason, 'encryption_key_unknown');
  assert.equal(reasonOfJwe(new JweError('decrypt')).reason, 'encryption_decrypt');
  assert.equal(reasonOfJwe(new JweError('key')).reason, 'encryption_parameters');
});
