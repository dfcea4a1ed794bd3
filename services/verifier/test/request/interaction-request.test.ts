import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedInteractionRequest, unsignedInteractionRequest } from '../../src/request/interaction-request.ts';

const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;
const content = { responseMode: 'ia_post.jwt', nonce: 'n', dcqlQuery: {}, encryptionKey: { jwk, kid: 'k' } } as const;
const signing = { clientId: 'x509_hash:h', x5c: ['leaf'], now: 1000, expiresAt: 2000 };
const endpoint = 'https://issuer.example/root/authorize/challenge';

test('unsigned: the parameters alone, without client_id, state and address', () => {
  const request = unsignedInteractionRequest(content);
  assert.deepEqual(Object.keys(request).sort(), [
    'client_metadata',
    'dcql_query',
    'nonce',
    'response_mode',
    'response_type',
  ]);
  assert.equal(request.response_mode, 'ia_post.jwt');
  const plain = unsignedInteractionRequest({ responseMode: 'iae_post', nonce: 'n', dcqlQuery: {} });
  assert.deepEqual(Object.keys(plain.client_metadata as object), ['vp_formats_supported']);
  const { encryptionKey: _, ...keyless } = content;
  assert.throws(() => unsignedInteractionRequest(keyless), RangeError);
});

test('signed: each dialect says in its own way which endpoint the request is of', () => {
  const ia = signedInteractionRequest({ ...content, ...signing, dialect: 'ia', endpoint });
  assert.deepEqual(ia.header, { typ: 'oauth-authz-req+jwt', x5c: ['leaf'], iat: 1 });
  const { client_id, iat, exp, expected_origins, expected_url } = ia.payload;
  assert.deepEqual([client_id, iat, exp, expected_url], ['x509_hash:h', 1, 2, undefined]);
  assert.deepEqual(expected_origins, ['https://issuer.example']);
  const iae = signedInteractionRequest({ ...content, ...signing, dialect: 'iae', endpoint }).payload;
  assert.deepEqual([iae.expected_origins, iae.expected_url], [undefined, endpoint]);
});
