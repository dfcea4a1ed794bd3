import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { x509HashClientId, x509SanDnsClientId } from '@countersign/shared/openid4vp/verifier-identity';
import { signJwt } from '@countersign/shared/test/crypto/sign-jwt';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import * as jose from 'jose';
import { createRequestObject, type RequestObjectOptions } from '../../src/request/request-object.ts';

const key = await makeSigningKey();
const [leaf = ''] = key.x5c;
const jwk = publicJwkOf(generateKeyPair().publicKey);
const dcqlQuery = { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] }, more: 1 }] };
const options: RequestObjectOptions = {
  clientId: x509HashClientId(leaf),
  responseUri: 'https://issuer.example/oid4vp/response',
  responseMode: 'direct_post.jwt',
  nonce: 'n-0S6_WzA2Mj',
  state: 's.~1',
  dcqlQuery,
  encryptionKey: { jwk, kid: 'k1' },
  x5c: key.x5c,
  now: 1_900_000_000_500,
  expiresAt: 1_900_000_300_500,
};
const formats = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512', 'EdDSA'], 'kb-jwt_alg_values': ['ES256'] },
};

test('the whole object, and nothing else in it', () => {
  assert.deepEqual(createRequestObject(options), {
    header: { typ: 'oauth-authz-req+jwt', x5c: [leaf], iat: 1_900_000_000 },
    payload: {
      response_type: 'vp_token',
      client_id: options.clientId,
      response_mode: 'direct_post.jwt',
      response_uri: 'https://issuer.example/oid4vp/response',
      nonce: 'n-0S6_WzA2Mj',
      state: 's.~1',
      aud: 'https://self-issued.me/v2',
      iat: 1_900_000_000,
      exp: 1_900_000_300,
      dcql_query: dcqlQuery,
      client_metadata: {
        jwks: { keys: [{ ...jwk, kid: 'k1', use: 'enc', alg: 'ECDH-ES' }] },
        encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
        vp_formats_supported: formats,
      },
    },
  });
});

test('without encryption no parameter of encryption', () => {
  const { payload } = createRequestObject({ ...options, responseMode: 'direct_post' });
  assert.deepEqual(payload.client_metadata, { vp_formats_supported: formats });
});

test('optional members are present only where they have a value', () => {
  const { payload } = createRequestObject({
    ...options,
    transactionData: ['e30'],
    verifierInfo: { format: 'registration_cert', data: 'a.b.c' },
    walletNonce: 'w',
    walletIssuer: 'https://wallet.example',
  });
  assert.deepEqual(payload.transaction_data, ['e30']);
  assert.deepEqual(payload.verifier_info, [{ format: 'registration_cert', data: 'a.b.c' }]);
  assert.equal(payload.wallet_nonce, 'w');
  assert.equal(payload.aud, 'https://wallet.example');
  assert.ok(!('transaction_data' in createRequestObject({ ...options, transactionData: [] }).payload));
});

test('refused: characters that wallets refuse, and encryption without a key', () => {
  for (const text of ['', 'a b', 'a+b', 'a=', 'ä', 'a"']) {
    assert.throws(() => createRequestObject({ ...options, nonce: text }), RangeError);
    assert.throws(() => createRequestObject({ ...options, state: text }), RangeError);
  }
  const { encryptionKey: _, ...without } = options;
  assert.throws(() => createRequestObject(without), RangeError);
});

test('the request object contains only public members of the key', () => {
  const withMore = { ...jwk, d: 'secret' } as never;
  const { payload } = createRequestObject({ ...options, encryptionKey: { jwk: withMore, kid: 'k' } });
  assert.doesNotMatch(JSON.stringify(payload), /secret/);
});

test('when signed, it passes the wallet checks of another library', async () => {
  const { header, payload } = createRequestObject(options);
  const token = signJwt({ header, payload, privateKey: key.privateKey });
  const pem = `-----BEGIN CERTIFICATE-----\n${leaf}\n-----END CERTIFICATE-----`;
  const verified = await jose.jwtVerify(token, await jose.importX509(pem, 'ES256'), {
    typ: 'oauth-authz-req+jwt',
    audience: 'https://self-issued.me/v2',
    algorithms: ['ES256'],
    currentDate: new Date(options.now),
  });
  // OpenID4VP 1.0, 5.9.3: the hash in the client identifier is the hash of the leaf in the header
  const sent = Buffer.from(verified.protectedHeader.x5c?.[0] ?? '', 'base64');
  assert.equal(verified.payload.client_id, `x509_hash:${createHash('sha256').update(sent).digest('base64url')}`);
});

test('x509_san_dns names the host of the response URI, which the leaf must cover', () => {
  assert.equal(x509SanDnsClientId(leaf, 'https://issuer.example:8443/x'), 'x509_san_dns:issuer.example');
  assert.throws(() => x509SanDnsClientId(leaf, 'https://other.example/x'), RangeError);
  assert.throws(() => x509SanDnsClientId(leaf, 'https://127.0.0.1/x'), RangeError);
});

test('the formats are those of the query', () => {
  const mdl = { id: 'b', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } };
  const mdoc = { issuerauth_alg_values: [-7, -9, -35, -36, -8], deviceauth_alg_values: [-7, -9] };
  const formatsFor = (...credentials: JsonObject[]) => {
    const { payload } = createRequestObject({ ...options, responseMode: 'direct_post', dcqlQuery: { credentials } });
    return payload.client_metadata;
  };
  assert.deepEqual(formatsFor(mdl), { vp_formats_supported: { mso_mdoc: mdoc } });
  assert.deepEqual(formatsFor(...dcqlQuery.credentials, mdl), { vp_formats_supported: { ...formats, mso_mdoc: mdoc } });
});
