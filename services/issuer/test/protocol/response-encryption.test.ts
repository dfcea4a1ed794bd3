import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { parseResponseEncryption } from '../../src/protocol/response-encryption.ts';

const { d, ...point } = generateAgreementJwk();
const jwk: JsonObject = { ...point, kid: 'key-1', alg: 'ECDH-ES', use: 'enc' };
const asked: JsonObject = { jwk, enc: 'A256GCM' };
const encrypted = { encrypted: true, required: false } as const;

const parse = (value: Json | undefined, how: { encrypted: boolean; required: boolean } = encrypted) =>
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
  assert.equal(parse(undefined, { encrypted: false, required: false }), undefined);
  refuses(() => parse(undefined, { encrypted: true, required: true }), 'invalid_encryption_parameters');
});

test('in a plain request the key could have been replaced on the way', () => {
  for (const value of [asked, {}, null, { alg: 'x' }]) {
    refuses(
      () => parse(value, { encrypted: false, required: false }),
      'invalid_encryption_parameters',
      /encrypted request/,
    );
  }
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
  const of = (value: Json | undefined, how = encrypted as { encrypted: boolean; required: boolean }) =>
    whyRefused(() => parse(value, how));
  const required = await of(undefined, { encrypted: true, required: true });
  assert.deepEqual(required, ['encryption_required', { parameter }]);
  const plain = await of(asked, { encrypted: false, required: false });
  assert.deepEqual(plain, ['encryption_parameters', { parameter, detail: 'plain_request' }]);
  assert.deepEqual(await of('x'), ['encryption_parameters', { parameter, detail: 'no_object' }]);
  const expectedAny = ['A128GCM', 'A256GCM'];
  const enc = { parameter: 'enc', expectedAny, received: 'A192GCM' };
  assert.deepEqual(await of({ jwk, enc: 'A192GCM' }), ['encryption_parameters', enc]);
  const alg = { parameter: 'jwk.alg', expected: 'ECDH-ES', received: 'ES256' };
  assert.deepEqual(await of({ ...asked, jwk: { ...jwk, alg: 'ES256' } }), ['encryption_parameters', alg]);
});
