import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { adapterFor } from '../../src/login/adapter.ts';
import { loginWorld } from './world.ts';

class Used extends Error {}

async function opened(t: TestContext, tenant = 'default') {
  const world = await loginWorld(t);
  const parts = {
    ...world,
    tenant,
    keptUntil: async (id: string) => (id === 'kept' ? world.clock() + 9000 : undefined),
    used: () => new Used(),
  };
  return { ...world, of: adapterFor(parts), ofOther: adapterFor({ ...parts, tenant: 'other' }) };
}

test('a code is used once, of several at the same time', async (t) => {
  const { of } = await opened(t);
  const codes = of('AuthorizationCode');
  await codes.upsert('code-1', { jti: 'code-1' }, 60);
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume('code-1')));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of all) if (one.status === 'rejected') assert.ok(one.reason instanceof Used);
  assert.equal(typeof (await codes.find('code-1'))?.consumed, 'number');
  await assert.rejects(codes.consume('unknown'), Used);
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
  await of('AccessToken').upsert('token', { jti: 'token' }, 600);
  assert.equal(await of('AuthorizationCode').find('token'), undefined);
  assert.equal(await ofOther('AccessToken').find('token'), undefined);
  advance(599_999);
  assert.deepEqual(await of('AccessToken').find('token'), { jti: 'token' });
  advance(1);
  assert.equal(await of('AccessToken').find('token'), undefined);
});

test('neither a code nor what it stands for is readable in the store', async (t) => {
  const { of, store } = await opened(t);
  await of('AuthorizationCode').upsert('CANARY-code', { jti: 'CANARY-code', nonce: 'CANARY-nonce', grantId: 'g' }, 60);
  const { documents } = await store.find(logins, { index: 'end', limit: 10 });
  assert.equal(documents.length, 1);
  assert.doesNotMatch(JSON.stringify(documents), /CANARY/);
});

test('what belongs to a grant ends with it, kind by kind', async (t) => {
  const { of } = await opened(t);
  for (const grantId of ['g', 'other']) await of('AccessToken').upsert(`t-${grantId}`, { grantId }, 60);
  await of('AuthorizationCode').upsert('c-g', { grantId: 'g' }, 60);
  await of('AccessToken').revokeByGrantId('g');
  assert.equal(await of('AccessToken').find('t-g'), undefined);
  assert.notEqual(await of('AccessToken').find('t-other'), undefined);
  assert.notEqual(await of('AuthorizationCode').find('c-g'), undefined);
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
