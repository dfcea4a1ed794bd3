/** Client identifiers of a verifier. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { clientIdentifier, x509SanDnsClientId } from '../../src/openid4vp/verifier-identity.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';

const key = await makeSigningKey();
const [leaf = ''] = key.x5c;
const hash = createHash('sha256').update(Buffer.from(leaf, 'base64')).digest('base64url');

test('by default it is the hash of the leaf for any address', () => {
  const required = { clientIdPrefix: 'x509_hash' } as const;
  assert.equal(clientIdentifier(required, key, 'https://127.0.0.1/'), `x509_hash:${hash}`);
});

test('by name it is a host that the leaf names; for any other address there is none', () => {
  const required = { clientIdPrefix: 'x509_san_dns' } as const;
  assert.equal(clientIdentifier(required, key, 'https://issuer.example/root'), 'x509_san_dns:issuer.example');
  for (const url of ['https://other.example/', 'https://127.0.0.1/', 'https://issuer.example.evil.example/']) {
    assert.throws(() => x509SanDnsClientId(leaf, url), RangeError);
  }
});
