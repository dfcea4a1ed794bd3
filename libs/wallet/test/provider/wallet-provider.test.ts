import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import test from 'node:test';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { createWalletProvider } from '../../src/provider/wallet-provider.ts';

const provider = createWalletProvider();
const leaf = new X509Certificate(Buffer.from(provider.x5c[0] ?? '', 'base64'));

test('an attestation names wallet and key, under the provider’s CA', async () => {
  const { publicJwk } = newWalletKey();
  const attestation = provider.attestation({ clientId: 'wallet', jwk: publicJwk, claims: { iss: 'x' } });
  const { payload } = await jwtVerify(attestation, leaf.publicKey, { typ: 'oauth-client-attestation+jwt' });
  assert.equal(payload.sub, 'wallet');
  assert.equal(payload.iss, 'x');
  assert.deepEqual(payload.cnf, { jwk: publicJwk });
  assert.deepEqual(decodeProtectedHeader(attestation).x5c, provider.x5c);
  assert.ok(leaf.verify(new X509Certificate(provider.caPem).publicKey));
});

test('a key attestation has keys, their storage, and the nonce where there is one', () => {
  const keys = [newWalletKey().publicJwk];
  const read = decodeJwt(provider.keyAttestation({ keys, nonce: 'n' }));
  assert.deepEqual(read.attested_keys, keys);
  assert.deepEqual(read.key_storage, ['iso_18045_high']);
  assert.equal(read.nonce, 'n');
  assert.equal(decodeJwt(provider.keyAttestation({ keys })).nonce, undefined);
});

test('a kept provider signs with the same key, and a signer gets the parts', () => {
  const { caPem, x5c, key } = provider;
  const again = createWalletProvider({ kept: { caPem, x5c, key } });
  assert.equal(again.key, key);
  const sign = ({ kind, step }: { kind: string; step: string }) => `${kind} ${step}`;
  assert.equal(again.attestation({ clientId: 'w', jwk: {}, sign }), 'attestation par');
  assert.equal(again.keyAttestation({ keys: [], sign }), 'key_attestation credential');
});
