import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { verifyJwt } from '@countersign/shared/crypto/jwt';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { prefersSignedMetadata, signedMetadata } from '../../src/metadata/signed-metadata.ts';
import { ISSUER, NOW } from '../support.ts';

const cases: readonly [accept: string | undefined, signed: boolean][] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/*', false],
  ['application/json', false],
  ['application/jwt', true],
  ['Application/JWT', true],
  ['application/jwt;q=0', false],
  ['application/jwt, application/json', true],
  ['application/json, application/jwt', true],
  ['application/jwt;q=0.9, application/json;q=0.9', true],
  ['application/jwt;q=0.8, application/json;q=0.9', false],
  ['application/jwt, application/json;q=0.1', true],
  ['application/jwt;q=0.5, */*', false],
  ['application/jwt, */*;q=0.8', true],
  ['application/jwt;q=0.5, application/*;q=0.6', false],
  ['application/jwt;q=0.5, application/json;q=0.1, */*', true],
  ['application/jwtx', false],
  ['text/html', false],
];
for (const [accept, signed] of cases) {
  test(`accept ${accept}: ${signed ? 'signed' : 'JSON'}`, () => assert.equal(prefersSignedMetadata(accept), signed));
}

test('the signed form has the members of the unsigned one, and cannot be for another issuer or day', async () => {
  const key = await makeSigningKey();
  const metadata = { credential_issuer: ISSUER, iss: 'other', exp: 1, display: [{ name: 'N' }] };
  const token = await signedMetadata(metadata, { issuer: ISSUER, key, now: NOW + 999 });
  const [leaf = ''] = key.x5c;
  const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
  const { header, payload } = verifyJwt({ token, typ: 'openidvci-issuer-metadata+jwt', key: publicKey });
  assert.deepEqual(header, { typ: 'openidvci-issuer-metadata+jwt', x5c: key.x5c, alg: 'ES256' });
  const iat = NOW / 1000;
  assert.deepEqual(payload, { ...metadata, iss: ISSUER, sub: ISSUER, iat, exp: iat + 86_400 });
});
