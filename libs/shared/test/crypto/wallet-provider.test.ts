import assert from 'node:assert/strict';
import { createSecretKey, X509Certificate } from 'node:crypto';
import test, { describe } from 'node:test';
import { inflateSync } from 'node:zlib';
import { decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import { newWalletKeyPair, walletJwk } from './wallet-jws.ts';
import { createWalletInstance, createWalletProvider, type WalletProvider } from './wallet-provider.ts';

const AUD = 'https://issuer.example';

async function verified(provider: WalletProvider, token: string): Promise<Record<string, unknown>> {
  const [leaf = ''] = provider.x5c;
  const pem = `-----BEGIN CERTIFICATE-----\n${leaf}\n-----END CERTIFICATE-----`;
  return (await jwtVerify(token, await importX509(pem, provider.alg), { algorithms: [provider.alg] })).payload;
}

describe('the wallet provider of the tests', () => {
  for (const alg of ['ES256', 'ES384', 'ES512'] as const) {
    test(`jose accepts what it signs with ${alg}`, async () => {
      const provider = await createWalletProvider({ alg, statusUri: 'https://provider.example/list' });
      const { headers, jwk, jkt } = createWalletInstance({ provider, clientId: 'wallet', key: newWalletKeyPair(alg) });
      const sent = headers({ aud: AUD, challenge: 'c' });
      const attestation = await verified(provider, sent['oauth-client-attestation']);
      assert.equal(attestation.sub, 'wallet');
      assert.equal(attestation.iss, undefined);
      assert.deepEqual(attestation.cnf, { jwk });
      assert.equal(jkt.length, 43);
      const pop = await jwtVerify(sent['oauth-client-attestation-pop'], jwk as never);
      assert.equal(pop.payload.challenge, 'c');
      const { publicKey } = newWalletKeyPair();
      const attested = await verified(provider, provider.keyAttestation({ keys: [publicKey], nonce: 'n' }));
      assert.deepEqual(attested.attested_keys, [walletJwk(publicKey)]);
      assert.equal(attested.nonce, 'n');
    });
  }

  test('its chain ends at its anchor, also with an intermediate', async () => {
    for (const intermediate of [false, true]) {
      const { caPem, x5c } = await createWalletProvider({ intermediate });
      const chain = x5c.map((element) => new X509Certificate(Buffer.from(element, 'base64')));
      assert.equal(chain.length, intermediate ? 2 : 1);
      for (const [index, certificate] of chain.entries()) {
        const issuer = chain[index + 1] ?? new X509Certificate(caPem);
        assert.ok(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
      }
    }
  });

  test('its status list holds one bit per entry, the least significant first', async () => {
    const provider = await createWalletProvider({ statusUri: 'https://provider.example/list' });
    const payload = await verified(provider, provider.statusList([1, 0, 0, 1, 1, 1, 0, 1, 1]));
    const { lst } = payload.status_list as { readonly lst: string };
    assert.equal(inflateSync(Buffer.from(lst, 'base64url')).toString('hex'), 'b901');
    assert.equal(payload.sub, 'https://provider.example/list');
  });

  test('every part can be replaced or dropped', async () => {
    const provider = await createWalletProvider();
    const instance = createWalletInstance({ provider, clientId: 'wallet' });
    const secret = createSecretKey(Buffer.alloc(32));
    const sent = instance.headers({
      aud: AUD,
      attestation: { header: { alg: 'HS256', x5c: undefined }, claims: { exp: undefined }, signingKey: secret },
      pop: { claims: { jti: 'same' }, signature: () => Buffer.alloc(3) },
    });
    const attestation = sent['oauth-client-attestation'];
    assert.deepEqual(decodeProtectedHeader(attestation), { typ: 'oauth-client-attestation+jwt', alg: 'HS256' });
    assert.equal(decodeJwt(attestation).exp, undefined);
    await jwtVerify(attestation, secret);
    assert.equal(decodeJwt(sent['oauth-client-attestation-pop']).jti, 'same');
    assert.match(sent['oauth-client-attestation-pop'], /\.AAAA$/);
    assert.equal(instance.headers({ aud: AUD, pop: 'x' })['oauth-client-attestation-pop'], 'x');
  });
});
