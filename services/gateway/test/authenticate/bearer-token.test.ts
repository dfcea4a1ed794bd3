/** Bearer tokens: their claims, and other JWTs that must not be accepted. */
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { tampered } from '@countersign/shared/test/crypto/tampered';
import { SignJWT } from 'jose';
import { createBearerTokens, signBearerToken } from '../../src/authenticate/bearer-token.ts';

const NOW = Date.UTC(2030, 0, 1);
const SECONDS = NOW / 1000;
const key = 'k'.repeat(32);
const issuer = 'https://issuer.example';
const claims = { clientId: 'root', tenant: 'root', fingerprint: 'f' };
const verify = (token: string, now = NOW) => createBearerTokens({ key, issuer }).verify(token, now);
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

/** HMACs that `node:crypto` computes for jose while `work` runs. */
async function verifications(t: TestContext, work: () => Promise<unknown>): Promise<number> {
  const made = t.mock.method(webcrypto.subtle, 'verify');
  await work();
  made.mock.restore();
  return made.mock.callCount();
}

test('a token is verified once, and counts until its end and no longer', async (t) => {
  const tokens = createBearerTokens({ key, issuer });
  const token = await made({});
  assert.equal(await verifications(t, () => tokens.verify(token, NOW)), 1);
  const again = await verifications(t, async () => {
    for (const later of [0, 1000, 59_999]) assert.deepEqual(await tokens.verify(token, NOW + later), claims);
  });
  assert.equal(again, 0);
  await assert.rejects(tokens.verify(token, NOW + 60_000), refused);
  await assert.rejects(tokens.verify(tampered(token), NOW), refused, 'another signature');
});

test('a token that is refused, and one that begins later, are verified at each use', async (t) => {
  const tokens = createBearerTokens({ key, issuer });
  const later = await made({ payload: { nbf: SECONDS + 30 } });
  await assert.rejects(tokens.verify(later, NOW), refused);
  assert.deepEqual(await tokens.verify(later, NOW + 30_000), claims);
  await assert.rejects(tokens.verify(later, NOW), refused, 'the clock was set back');
  const forged = await made({ with: 'x'.repeat(32) });
  const count = await verifications(t, async () => {
    for (let use = 0; use < 2; use += 1) await assert.rejects(tokens.verify(forged, NOW), refused);
  });
  assert.equal(count, 2);
});

test('the token that was verified longest ago makes room', async (t) => {
  const tokens = createBearerTokens({ key, issuer }, 2);
  const all = await Promise.all(['a', 'b', 'c'].map((jti) => made({ payload: { jti } })));
  for (const token of all) await tokens.verify(token, NOW);
  const [first = '', second = '', third = ''] = all;
  const count = (token: string) => verifications(t, () => tokens.verify(token, NOW));
  assert.deepEqual([await count(second), await count(third), await count(first)], [0, 0, 1]);
});
