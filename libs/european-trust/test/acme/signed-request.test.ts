import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { it } from 'node:test';
import { jwkThumbprint } from '@countersign/shared/crypto/jwk';
import { keyAuthorization, signRequest } from '../../src/acme/signed-request.ts';
import { accountKey } from './acme-client.ts';

const key = accountKey();
const url = 'https://acme.example/order/1';

function headerOf({ protected: header }: Record<string, unknown>): unknown {
  return JSON.parse(Buffer.from(String(header), 'base64url').toString());
}

it('signs the address, the nonce and the account', async () => {
  const signed = await signRequest(key, {
    url,
    nonce: 'n-1',
    sender: { kid: 'https://acme.example/a/1' },
    payload: {},
  });
  assert.deepEqual(headerOf(signed), { alg: 'ES256', nonce: 'n-1', url, kid: 'https://acme.example/a/1' });
  const input = Buffer.from(`${signed.protected}.${signed.payload}`);
  const signature = Buffer.from(String(signed.signature), 'base64url');
  const publicKey = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' });
  assert.ok(verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature));
});

it('names a key without an account by itself, and reads with an empty payload', async () => {
  const signed = await signRequest(key, { url, nonce: 'n-1', sender: 'new account', payload: undefined });
  assert.equal(signed.payload, '');
  const { kty, crv, x, y } = key.publicJwk;
  assert.deepEqual(headerOf(signed), { alg: 'ES256', nonce: 'n-1', url, jwk: { kty, crv, x, y } });
});

it('answers a challenge with its token and the thumbprint of the key', () => {
  assert.equal(keyAuthorization(key, 'a-token'), `a-token.${jwkThumbprint(key.publicJwk)}`);
});
