/** Bearer tokens: their claims, and other JWTs that must not be accepted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { SignJWT } from 'jose';
import { signBearerToken, verifyBearerToken } from '../../src/authenticate/bearer-token.ts';

const NOW = Date.UTC(2030, 0, 1);
const SECONDS = NOW / 1000;
const key = 'k'.repeat(32);
const issuer = 'https://issuer.example';
const claims = { clientId: 'root', tenant: 'root', fingerprint: 'f' };
const verify = (token: string, now = NOW) => verifyBearerToken(token, { key, issuer, now });
const refused = (error: unknown): boolean =>
  error instanceof ProtocolError &&
  error.code === 'unauthenticated' &&
  error.options.headers?.['www-authenticate'] === 'Bearer error="invalid_token"';

interface TokenChanges {
  readonly header?: object;
  readonly payload?: object;
  readonly with?: string;
}

/** A valid token with some members changed. */
function made({ header = {}, payload = {}, with: signer = key }: TokenChanges): Promise<string> {
  const common = { iss: issuer, aud: 'countersign-management', sub: 'root', jti: 'j', tenant: 'root', fpr: 'f' };
  return new SignJWT({ ...common, iat: SECONDS, exp: SECONDS + 60, ...payload })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .sign(Buffer.from(signer));
}

test('a token returns client, tenant and fingerprint until its end', async () => {
  const token = await signBearerToken({ ...claims, id: 'j' }, { key, issuer, lifetime: 60, now: NOW });
  assert.deepEqual(await verify(token), claims);
  assert.deepEqual(await verify(token, NOW + 59_999), claims);
  await assert.rejects(verify(token, NOW + 60_000), refused);
  assert.deepEqual(await verify(await made({})), claims);
});

const wrong: Readonly<Record<string, TokenChanges>> = {
  'another key': { with: 'x'.repeat(32) },
  'another algorithm': { header: { alg: 'HS512' }, with: 'k'.repeat(64) },
  'no type': { header: { typ: undefined } },
  'another type': { header: { typ: 'JWT' } },
  'another issuer': { payload: { iss: 'https://other.example' } },
  'another audience': { payload: { aud: 'countersign' } },
  'no end': { payload: { exp: undefined } },
  'no tenant': { payload: { tenant: undefined } },
  'a tenant that is no text': { payload: { tenant: ['root'] } },
  'no fingerprint': { payload: { fpr: undefined } },
  'a fingerprint that is no text': { payload: { fpr: 1 } },
  'no id': { payload: { jti: undefined } },
  'no subject': { payload: { sub: undefined } },
};

for (const [name, changes] of Object.entries(wrong)) {
  test(`refused: ${name}`, async () => {
    await assert.rejects(verify(await made(changes)), refused);
  });
}

test('refused: without a signature, and texts that are no token', async () => {
  const [, payload = ''] = (await made({})).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  for (const token of [`${none}.${payload}.`, '', 'a.b', `${await made({})}x`]) {
    await assert.rejects(verify(token), refused, token);
  }
});
