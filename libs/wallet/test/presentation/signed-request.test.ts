import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { newWalletKey, signCompact } from '../../src/jwt/keys.ts';
import { checkClientId, objectIn, verifiedSigner } from '../../src/presentation/signed-request.ts';
import { verifier } from './page-requests.ts';

const signedBy = (header: object, key = verifier.key) => {
  const [head = '', payload = '', signature = ''] = signCompact(header, { a: 1 }, key.privateKey).split('.');
  return verifiedSigner(payload, { protected: head, signature });
};

test('the certificate of the header verifies, and names the client', () => {
  const { certificate } = signedBy(verifier.header);
  assert.ok(certificate instanceof X509Certificate);
  checkClientId(verifier.clientId, certificate);
  checkClientId('x509_san_dns:shop.example', certificate);
  for (const other of ['x509_san_dns:example', 'x509_hash:a', 'redirect_uri:https://shop.example', 'shop', undefined])
    assert.throws(() => checkClientId(other, certificate), /client id/);
});

test('another algorithm, type, key or no certificate is refused', () => {
  assert.throws(() => signedBy({ ...verifier.header, alg: 'none' }), /none/);
  assert.throws(() => signedBy({ ...verifier.header, typ: 'JWT' }), /JWT/);
  assert.throws(() => signedBy(verifier.header, newWalletKey()), /signature/);
  assert.throws(() => signedBy({ ...verifier.header, x5c: undefined }), /no certificate/);
});

test('what is no JSON object is refused', () => {
  for (const text of ['', 'W10', 'bnVsbA', '!!']) assert.throws(() => objectIn(text, 'payload'), /payload/);
  assert.deepEqual(objectIn('e30', 'payload'), {});
});
