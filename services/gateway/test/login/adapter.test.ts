import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { adapterFor } from '../../src/login/adapter.ts';
import { grantReferences } from '../../src/login/grants.ts';
import { loginWorld } from './world.ts';

class Used extends Error {}

async function opened(t: TestContext, tenant = 'default') {
  const world = await loginWorld(t);
  const parts = {
    ...world,
    tenant,
    keptUntil: async (id: string) => (id === 'kept' ? world.clock() + 9000 : undefined),
    used: () => new Used(),
    references: grantReferences(Buffer.alloc(32, 1), { clock: world.clock, random: systemRandom }),
    ended: new Map<string, JsonObject>(),
  };
  const { references, ended } = parts;
  const of = adapterFor(parts);
  /** A code is stored as the library does it. */
  const issue = async (more: JsonObject = {}) => {
    const grantId = references.grant();
    const code = references.code(grantId);
    const about = { accountId: 'erika', clientId: 'shop', scope: 'openid profile', iat: world.clock() / 1000 };
    await of('AuthorizationCode').upsert(code, { jti: code, grantId, ...about, ...more }, 60);
    return { grantId, code, token: references.token(grantId), forged: references.code(grantId) };
  };
  return { ...world, of, ofOther: adapterFor({ ...parts, tenant: 'other' }), ended, issue };
}

test('a code is used once, of several at the same time', async (t) => {
  const { of, issue } = await opened(t);
  const codes = of('AuthorizationCode');
  const { code } = await issue();
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume(code)));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of all) if (one.status === 'rejected') assert.ok(one.reason instanceof Used);
  assert.equal(typeof (await codes.find(code))?.consumed, 'number');
  await assert.rejects(codes.consume('unknown'), Used);
});

test('an assertion of a client is noted once, of several at the same time', async (t) => {
  const { of } = await opened(t);
  const note = () => of('ReplayDetection').upsert('assertion', { jti: 'assertion', iss: 'shop' }, 60);
  const all = await Promise.allSettled(Array.from({ length: 5 }, note));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(note(), Used);
});

test('a session of an account is stored only if its browser keeps the login, and ends with it', async (t) => {
  const { of, advance } = await opened(t);
  const sessions = of('Session');
  await sessions.upsert('a', { jti: 'a', accountId: 'someone' }, 600);
  assert.equal(await sessions.find('a'), undefined);
  await sessions.upsert('b', { jti: 'b', accountId: 'kept' }, 600);
  assert.equal((await sessions.find('b'))?.accountId, 'kept');
  advance(9001);
  assert.equal(await sessions.find('b'), undefined);
});

test('a record ends by time, is of one tenant and of one kind', async (t) => {
  const { of, ofOther, advance } = await opened(t);
  await of('Interaction').upsert('i', { jti: 'i' }, 600);
  assert.equal(await of('Session').find('i'), undefined);
  assert.equal(await ofOther('Interaction').find('i'), undefined);
  advance(599_999);
  assert.deepEqual(await of('Interaction').find('i'), { jti: 'i' });
  advance(1);
  assert.equal(await of('Interaction').find('i'), undefined);
});

test('a token is that of a used code, until ten minutes later', async (t) => {
  const { of, ofOther, advance, clock, issue } = await opened(t);
  const claims = { userinfo: { given_name: null } };
  const { code, grantId, token } = await issue({ claims, nonce: 'n', redirectUri: 'r' });
  assert.equal(await of('AccessToken').find(token), undefined, 'before the code was used');
  await of('AuthorizationCode').consume(code);
  const now = clock() / 1000;
  const same = { accountId: 'erika', clientId: 'shop' };
  assert.deepEqual(await of('AccessToken').find(token), {
    kind: 'AccessToken',
    jti: token,
    gty: 'authorization_code',
    ...same,
    grantId,
    scope: 'openid profile',
    claims,
    iat: now,
    exp: now + 600,
  });
  assert.deepEqual(await of('Grant').find(grantId), {
    kind: 'Grant',
    jti: grantId,
    ...same,
    openid: { scope: 'openid profile', claims: ['given_name'] },
    iat: now,
    exp: now + 660,
  });
  assert.equal(await ofOther('AccessToken').find(token), undefined);
  advance(660_000);
  assert.equal(await of('AccessToken').find(token), undefined);
});

test('whoever knows a code can make neither its token nor another code', async (t) => {
  const { of, issue } = await opened(t);
  const { code, token, forged } = await issue();
  await of('AuthorizationCode').consume(code);
  for (const text of [code, forged, `${token.slice(0, -2)}AA`, token.slice(1), '', 'unknown']) {
    assert.equal(await of('AccessToken').find(text), undefined, text);
  }
  for (const text of [token, forged, '', 'unknown']) {
    assert.equal(await of('AuthorizationCode').find(text), undefined, text);
  }
});

test('neither a code nor what it stands for is readable in the store', async (t) => {
  const { of, store, issue } = await opened(t);
  const { code, token } = await issue({ nonce: 'CANARY-nonce' });
  await of('AuthorizationCode').consume(code);
  const { documents } = await store.find(logins, { index: 'end', limit: 10 });
  assert.equal(documents.length, 1);
  const stored = JSON.stringify(documents);
  assert.doesNotMatch(stored, /CANARY/);
  for (const secret of [code, token, code.slice(-43), token.slice(-43)]) assert.ok(!stored.includes(secret));
});

test('what belongs to a grant ends with it', async (t) => {
  const { of, issue } = await opened(t);
  const [one, other, third] = [await issue(), await issue(), await issue()];
  for (const { code } of [one, other, third]) await of('AuthorizationCode').consume(code);
  await of('AuthorizationCode').revokeByGrantId(one.grantId);
  await of('Grant').destroy(third.grantId);
  for (const { code, grantId, token } of [one, third]) {
    assert.equal(await of('AuthorizationCode').find(code), undefined);
    assert.equal(await of('AccessToken').find(token), undefined);
    assert.equal(await of('Grant').find(grantId), undefined);
  }
  assert.notEqual(await of('AccessToken').find(other.token), undefined);
});

test('how an interaction has ended is known while its browser is led back, and not written', async (t) => {
  const { of, ended } = await opened(t);
  await of('Interaction').upsert('i', { jti: 'i' }, 60);
  ended.set('i', { error: 'access_denied' }).set('gone', { error: 'access_denied' });
  assert.deepEqual(await of('Interaction').find('i'), { jti: 'i', result: { error: 'access_denied' } });
  assert.equal(await of('Interaction').find('gone'), undefined);
  ended.clear();
  assert.deepEqual(await of('Interaction').find('i'), { jti: 'i' });
});

test('no session of a browser keeps a person', async (t) => {
  const { of } = await opened(t);
  await of('Session').upsert('s', { uid: 'u', accountId: 'erika' }, 60);
  assert.equal(await of('Session').find('s'), undefined);
  await of('Session').upsert('s', { uid: 'u', state: { secret: 'x' } }, 60);
  assert.deepEqual((await of('Session').findByUid('u'))?.state, { secret: 'x' });
  await of('Session').destroy('s');
  assert.equal(await of('Session').find('s'), undefined);
});

test('a record is written again', async (t) => {
  const { of } = await opened(t);
  await of('Interaction').upsert('i', { step: 1 }, 60);
  await of('Interaction').upsert('i', { step: 2 }, 60);
  assert.deepEqual(await of('Interaction').find('i'), { step: 2 });
});

test('the library finds no client but those it was made with', async (t) => {
  const { of } = await opened(t);
  assert.equal(await of('Client').find('shop'), undefined);
});
