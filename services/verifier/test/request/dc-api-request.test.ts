import assert from 'node:assert/strict';
import { test } from 'node:test';
import { multisignedDcApiRequest, signedDcApiRequest, unsignedDcApiRequest } from '../../src/request/dc-api-request.ts';

const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;
const content = {
  responseMode: 'dc_api.jwt',
  nonce: 'n',
  dcqlQuery: {},
  encryptionKey: { jwk, kid: 'k' },
  verifierInfo: { format: 'registration_cert', data: 'a.b.c' },
} as const;
const expectedOrigins = ['https://shop.example', 'https://pay.example'];
const signed = { ...content, expectedOrigins, now: 1000, expiresAt: 2000 };
const byHash = { clientId: 'x509_hash:h', x5c: ['leaf'] };
const byName = { clientId: 'x509_san_dns:shop.example', x5c: ['other leaf'] };

/** OpenID4VP 1.0, A.2: none of these exists over the Digital Credentials API. */
const NOT_THERE = ['state', 'response_uri', 'redirect_uri', 'request_uri', 'request_uri_method', 'wallet_nonce'];

test('unsigned: the parameters alone, without client_id and expected_origins', () => {
  const request = unsignedDcApiRequest(content);
  assert.deepEqual(Object.keys(request).sort(), [
    'client_metadata',
    'dcql_query',
    'nonce',
    'response_mode',
    'response_type',
    'verifier_info',
  ]);
  assert.equal(request.response_mode, 'dc_api.jwt');
});

test('signed: the origins exactly as configured, in their order, and nothing of the redirect flow', () => {
  const { header, payload } = signedDcApiRequest(signed, byHash);
  assert.deepEqual(header, { typ: 'oauth-authz-req+jwt', x5c: ['leaf'], iat: 1 });
  assert.deepEqual(payload.expected_origins, expectedOrigins);
  const { client_id, aud, iat, exp, nonce, response_type: type } = payload;
  assert.deepEqual(
    [client_id, aud, iat, exp, nonce, type],
    ['x509_hash:h', 'https://self-issued.me/v2', 1, 2, 'n', 'vp_token'],
  );
  for (const name of NOT_THERE) assert.ok(!Object.hasOwn(payload, name), name);
});

test('a signed request without an origin is not made: every page could show it', () => {
  assert.throws(() => signedDcApiRequest({ ...signed, expectedOrigins: [] }, byHash), RangeError);
  assert.throws(() => multisignedDcApiRequest({ ...signed, expectedOrigins: [] }, [byHash]), RangeError);
});

test('multisigned: name, certificates and registration of the verifier are in each header, and not in the payload', () => {
  const { headers, payload } = multisignedDcApiRequest(signed, [byHash, byName]);
  const verifier_info = [{ format: 'registration_cert', data: 'a.b.c' }];
  assert.deepEqual(headers, [
    { typ: 'oauth-authz-req+jwt', x5c: ['leaf'], iat: 1, client_id: 'x509_hash:h', verifier_info },
    { typ: 'oauth-authz-req+jwt', x5c: ['other leaf'], iat: 1, client_id: 'x509_san_dns:shop.example', verifier_info },
  ]);
  assert.deepEqual(payload.expected_origins, expectedOrigins);
  for (const name of [...NOT_THERE, 'client_id', 'verifier_info']) assert.ok(!Object.hasOwn(payload, name), name);
  const { verifierInfo: _, ...without } = signed;
  assert.ok(!Object.hasOwn(multisignedDcApiRequest(without, [byHash]).headers[0] ?? {}, 'verifier_info'));
});

test('a request in clear has no key', () => {
  const { encryptionKey: _, ...clear } = { ...signed, responseMode: 'dc_api' as const };
  const { client_metadata: metadata } = signedDcApiRequest(clear, byHash).payload;
  assert.deepEqual(Object.keys(metadata as object), ['vp_formats_supported']);
});
