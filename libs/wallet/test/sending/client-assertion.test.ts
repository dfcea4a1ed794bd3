import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { clientAssertion } from '../../src/sending/client-assertion.ts';

const now = 1_800_000_000;

test('an assertion is signed by the key, for the server, used once', async () => {
  const key = newWalletKey();
  const client = { clientId: 'https://wallet.example', key, now };
  const { client_assertion = '', client_assertion_type } = clientAssertion(client, 'https://issuer.example');
  assert.equal(client_assertion_type, 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const { payload } = await jwtVerify(client_assertion, await importJWK(key.publicJwk, 'ES256'), {
    issuer: 'https://wallet.example',
    subject: 'https://wallet.example',
    audience: 'https://issuer.example',
    currentDate: new Date(now * 1000),
  });
  assert.equal(payload.exp, now + 60);
  const again = clientAssertion(client, 'https://issuer.example');
  assert.notEqual(decodeJwt(again.client_assertion ?? '').jti, payload.jti);
});

test('a fault may change it', () => {
  const sign = () => 'no jwt';
  const client = { clientId: 'w', key: newWalletKey(), now, sign };
  assert.equal(clientAssertion(client, 'https://issuer.example').client_assertion, 'no jwt');
});
