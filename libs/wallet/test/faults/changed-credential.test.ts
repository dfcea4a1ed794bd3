import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import test from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { bySelf, disclosureOf, withHeader, withPayload } from '../../src/faults/changed-credential.ts';
import { newWalletKey, signCompact } from '../../src/jwt/keys.ts';

const jwt = signCompact({ alg: 'ES256', typ: 'dc+sd-jwt' }, { vct: 'pid' }, newWalletKey().privateKey);
const credential = `${jwt}~one~two~`;

test('header and payload are changed, and the signature and the disclosures stay', () => {
  const header = withHeader(credential, { typ: 'other' });
  assert.deepEqual(decodeProtectedHeader(header.split('~')[0] ?? ''), { alg: 'ES256', typ: 'other' });
  const payload = withPayload(credential, { vct: 'other' });
  assert.deepEqual(decodeJwt(payload.split('~')[0] ?? ''), { vct: 'other' });
  const signature = jwt.split('.')[2];
  for (const changed of [header, payload]) assert.ok(changed.endsWith(`.${signature}~one~two~`));
});

test('an unknown issuer signs the same content with a certificate of its own', () => {
  const [signed = '', ...rest] = bySelf(credential).split('~');
  assert.deepEqual(rest, ['one', 'two', '']);
  const [leaf = ''] = decodeProtectedHeader(signed).x5c ?? [];
  const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
  const [header, payload, signature = ''] = signed.split('.');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  assert.ok(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')));
  assert.deepEqual(decodeJwt(signed), { vct: 'pid' });
});

test('a disclosure has salt, name and value', () => {
  assert.deepEqual(JSON.parse(Buffer.from(disclosureOf('a', 'b'), 'base64url').toString()).slice(1), ['a', 'b']);
});
