import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import * as jose from 'jose';
import { wantedEncryption } from '../../src/request/request-encryption.ts';
import { openVerifier, type World } from '../world.ts';

const { d, ...point } = generateAgreementJwk();
const key = { ...point, kid: 'of-the-wallet', use: 'enc', alg: 'ECDH-ES' };
const privateKey = createPrivateKey({ key: { ...point, d }, format: 'jwk' });
const NAMES = 'request_object_encryption';
const LISTS = { [`${NAMES}_alg_values_supported`]: ['ECDH-ES'], [`${NAMES}_enc_values_supported`]: ['A256GCM'] };

const asking = (metadata: JsonObject): string => {
  const wanted = wantedEncryption(metadata);
  if (wanted === undefined) return 'none';
  if (wanted.kind === 'unusable') return `unusable ${JSON.stringify(wanted.facts)}`;
  const { recipient, enc } = wanted.encryption;
  return `${recipient.kid} ${enc}`;
};

test('the key and the algorithms are those of the wallet, in its order', () => {
  assert.equal(asking({}), 'none');
  assert.equal(asking({ jwks: { keys: [key] }, ...LISTS }), 'of-the-wallet A256GCM');
  assert.equal(asking({ jwks: { keys: [key] } }), 'of-the-wallet A128GCM');
  const both = ['A128CBC-HS256', 'A256GCM', 'A128GCM'];
  assert.equal(asking({ jwks: { keys: [key] }, [`${NAMES}_enc_values_supported`]: both }), 'of-the-wallet A256GCM');
  const { alg: _, use: __, ...bare } = key;
  assert.equal(asking({ jwks: { keys: [bare] }, ...LISTS }), 'of-the-wallet A256GCM');
});

test('algorithms of the wallet that are not for this leave nothing to encrypt with', () => {
  for (const alg of ['RSA1_5', 'dir', 'A128KW', 'none']) {
    assert.match(
      asking({ jwks: { keys: [key] }, [`${NAMES}_alg_values_supported`]: [alg] }),
      /^unusable .*ECDH-ES/,
      alg,
    );
  }
});

test('the names of JARM count where those of RFC 9101 are missing', () => {
  const jarm = { authorization_encryption_enc_values_supported: ['A256GCM'] };
  assert.equal(asking({ jwks: { keys: [key] }, ...jarm }), 'of-the-wallet A256GCM');
  const other = { authorization_encryption_alg_values_supported: ['RSA-OAEP'] };
  assert.match(asking({ jwks: { keys: [key] }, ...other }), /^unusable .*ECDH-ES/);
  assert.equal(asking({ jwks: { keys: [key] }, ...other, ...LISTS }), 'of-the-wallet A256GCM');
});

const offCurve = { ...key, x: key.y, kid: 'off' };
for (const [what, keys] of [
  ['none', []],
  ['no list', 'x'],
  ['a private one', [{ ...key, d }]],
  ['one for signatures', [{ ...key, use: 'sig' }]],
  ['one of another algorithm', [{ ...key, alg: 'RSA1_5' }]],
  ['one that is used directly', [{ ...key, alg: 'dir' }]],
  ['ten thousand', Array.from({ length: 10_000 }, () => ({ ...key, d }))],
  ['a point off the curve', [offCurve]],
  ['an RSA key', [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }]],
  ['one on another curve', [{ ...key, crv: 'P-384' }]],
] as const) {
  test(`keys that cannot be used: ${what}`, () => {
    assert.match(asking({ jwks: { keys: keys as unknown as Json }, ...LISTS }), /^unusable .*parameter/);
  });
}

test('a key that cannot be used is passed over, an address of keys is never read', () => {
  assert.equal(asking({ jwks: { keys: [offCurve, key] }, ...LISTS }), 'of-the-wallet A256GCM');
  assert.equal(asking({ jwks_uri: 'http://169.254.169.254/keys', ...LISTS }), 'none');
  assert.match(asking({ jwks: { keys: [key] }, [`${NAMES}_enc_values_supported`]: ['A128CBC-HS256'] }), /^unusable/);
  assert.match(asking({ jwks: { keys: [...new Array(20).fill(offCurve), key] }, ...LISTS }), /^unusable/);
});

async function fetched(world: World, metadata: JsonObject): Promise<string> {
  const body = { response_type: 'uri', requestId: 'question' };
  const reply = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body });
  const { link } = reply.body as { readonly link: string };
  const uri = new URL(link).searchParams.get('request_uri') ?? '';
  const params = { requestId: 'question', session: uri.slice(uri.lastIndexOf('/') + 1) };
  const form = { wallet_nonce: 'n', wallet_metadata: JSON.stringify(metadata) };
  const answer = await world.call('verifier.request.get', { method: 'POST', encoding: 'form', body: form, params });
  assert.equal(answer.contentType, 'application/oauth-authz-req+jwt');
  const notes = (answer.annotation?.notes ?? []).map(({ reason }) => reason);
  if (notes.length > 0) assert.deepEqual(notes, ['request_encryption_unusable']);
  return `${notes.length} ${String(answer.raw)}`;
}

test('the signed request is encrypted to the key, and jose opens it', async (t) => {
  const world = await openVerifier(t);
  const [notes, jwe = ''] = (await fetched(world, { jwks: { keys: [key] }, ...LISTS })).split(' ');
  assert.equal(notes, '0');
  const { plaintext, protectedHeader } = await jose.compactDecrypt(jwe, privateKey);
  const { alg, enc, kid, cty } = protectedHeader;
  assert.deepEqual({ alg, enc, kid, cty }, { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'of-the-wallet', cty: 'JWT' });
  const signed = new TextDecoder().decode(plaintext);
  assert.equal(jose.decodeProtectedHeader(signed).typ, 'oauth-authz-req+jwt');
  assert.equal(jose.decodeJwt(signed).wallet_nonce, 'n');
});

test('without a usable key the request is signed only, and the trace says why', async (t) => {
  const world = await openVerifier(t);
  const [notes, jwt = ''] = (await fetched(world, { jwks: { keys: [offCurve] } })).split(' ');
  assert.deepEqual([notes, jwt.split('.').length], ['1', 3]);
});

test('REQUEST_ENCRYPTION=never sends it signed only', async (t) => {
  const world = await openVerifier(t, { REQUEST_ENCRYPTION: 'never' });
  const [notes, jwt = ''] = (await fetched(world, { jwks: { keys: [key] }, ...LISTS })).split(' ');
  assert.deepEqual([notes, jwt.split('.').length], ['0', 3]);
});
