import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { parseResponseEncryption } from '../../src/credential/response-encryption.ts';

const { d, ...point } = generateAgreementJwk();
const jwk: JsonObject = { ...point, kid: 'key-1', alg: 'ECDH-ES', use: 'enc' };
const asked: JsonObject = { jwk, enc: 'A256GCM' };
type How = Parameters<typeof parseResponseEncryption>[1];
const encrypted: How = { encrypted: true, required: false, draft: false };
const draft: How = { encrypted: false, required: false, draft: true };

const parse = (value: Json | undefined, how: How = encrypted) =>
  parseResponseEncryption(value === undefined ? {} : { credential_response_encryption: value }, how);

test('the key, its kid and the algorithm of the answer are read', () => {
  const recipient = { x: point.x, y: point.y, kid: 'key-1' };
  assert.deepEqual(parse(asked), { recipient, enc: 'A256GCM', compress: false });
  assert.deepEqual(parse({ ...asked, enc: 'A128GCM', zip: 'DEF' }), { recipient, enc: 'A128GCM', compress: true });
});

test('compression that is not offered is ignored, and so are members of the drafts', () => {
  for (const zip of ['GZIP', '', 1, null, ['DEF']]) assert.equal(parse({ ...asked, zip })?.compress, false);
  assert.equal(parse({ ...asked, alg: 'ECDH-ES', more: 1 })?.enc, 'A256GCM');
});

test('without the member the answer is plain, unless encryption is required', () => {
  assert.equal(parse(undefined), undefined);
  assert.equal(parse(undefined, { ...draft, draft: false }), undefined);
  refuses(() => parse(undefined, { ...encrypted, required: true }), 'invalid_encryption_parameters');
});

test('in a plain request the key could have been replaced on the way', () => {
  for (const value of [asked, {}, null, { alg: 'x' }]) {
    refuses(() => parse(value, { ...draft, draft: false }), 'invalid_encryption_parameters', /encrypted request/);
  }
});

test('where drafts are accepted, a plain request names the key in their form or in that of 1.0', () => {
  const recipient = { x: point.x, y: point.y };
  const { alg, ...unnamed } = asked.jwk as JsonObject;
  assert.deepEqual(parse({ jwk: point, alg: 'ECDH-ES', enc: 'A128GCM' }, draft)?.recipient, recipient);
  assert.equal(parse({ jwk: unnamed, alg: 'ECDH-ES', enc: 'A128GCM' }, draft)?.recipient.kid, 'key-1');
  assert.deepEqual(parse(asked, draft), parse(asked));
  for (const value of [{ jwk: point, enc: 'A128GCM' }, { jwk: point, alg: 'RSA-OAEP', enc: 'A128GCM' }, {}, null]) {
    refuses(() => parse(value, draft), 'invalid_encryption_parameters');
  }
  refuses(() => parse({ ...asked, jwk: { ...jwk, d }, alg }, draft), 'invalid_encryption_parameters');
});

const wrong: Record<string, Json> = {
  'no object': 'A256GCM',
  null: null,
  'a list': [asked],
  'no key': { enc: 'A256GCM' },
  'no enc': { jwk },
  'enc that is not offered': { jwk, enc: 'A256CBC-HS512' },
  'enc of the prototype': { jwk, enc: 'toString' },
  'a private key': { ...asked, jwk: { ...jwk, d } },
  'a key off the curve': { ...asked, jwk: { ...jwk, y: point.x } },
  'a key without alg': { ...asked, jwk: { ...point } },
  'alg beside the key, as in the drafts': { ...asked, alg: 'ECDH-ES', jwk: { ...point } },
  'a huge key': { ...asked, jwk: { ...jwk, x: 'A'.repeat(50_000) } },
};

for (const [name, value] of Object.entries(wrong)) {
  test(`refused: ${name}`, () => {
    refuses(() => parse(value), 'invalid_encryption_parameters', undefined, d);
  });
}

test('the backend learns why', async () => {
  const parameter = 'credential_response_encryption';
  const of = (value: Json | undefined, how: How = encrypted) => whyRefused(() => parse(value, how));
  const required = await of(undefined, { ...encrypted, required: true });
  assert.deepEqual(required, ['encryption_required', { parameter }]);
  const plain = await of(asked, { ...draft, draft: false });
  assert.deepEqual(plain, ['encryption_parameters', { parameter, detail: 'plain_request' }]);
  assert.deepEqual(await of('x'), ['encryption_parameters', { parameter, detail: 'no_object' }]);
  const expectedAny = ['A128GCM', 'A256GCM'];
  const enc = { parameter: 'enc', expectedAny, received: 'A192GCM' };
  assert.deepEqual(await of({ jwk, enc: 'A192GCM' }), ['encryption_parameters', enc]);
  const alg = { parameter: 'jwk.alg', expected: 'ECDH-ES', received: 'ES256' };
  assert.deepEqual(await of({ ...asked, jwk: { ...jwk, alg: 'ES256' } }), ['encryption_parameters', alg]);
});
