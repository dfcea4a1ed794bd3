import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { jwkThumbprint, publicJwkOf } from '@countersign/shared/crypto/jwk';
import { parseJwt, verifyJwt } from '@countersign/shared/crypto/jwt';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { signStatusListToken } from '../../src/list/status-list-token.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicJwk = publicJwkOf(privateKey);
const kid = jwkThumbprint(publicJwk);
const key = { kid, alg: 'ES256', sign: localSign(privateKey), publicJwk, x5c: ['AAAA'], notAfter: 0 } as const;
const uri = 'https://issuer.example/status-management/status-list';
const token = await signStatusListToken({ uri, lst: 'eJw', bits: 1, iat: 1, exp: 3, ttl: 2, key });

test('the header names the key that it carries', () => {
  const { header } = parseJwt(token, { maxLength: 4096 });
  assert.deepEqual(header, {
    alg: 'ES256',
    typ: 'statuslist+jwt',
    kid,
    x5c: ['AAAA'],
    jwk: { ...publicJwk, kid },
  });
  assert.ok(!JSON.stringify(header).includes(String(privateKey.export({ format: 'jwk' }).d)), 'no private key');
});

test('the payload has a list of one bit per entry, and the signature verifies with the key', () => {
  const { payload, thumbprint } = verifyJwt({ token, typ: 'statuslist+jwt', key: 'header-jwk' });
  assert.deepEqual(payload, { sub: uri, iat: 1, exp: 3, ttl: 2, status_list: { bits: 1, lst: 'eJw' } });
  assert.equal(thumbprint, kid);
});
