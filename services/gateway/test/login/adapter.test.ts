import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openedAdapter, Used } from './opened-adapter.ts';

test('a code is used once, of several at the same time', async (t) => {
  const { of, issue } = await openedAdapter(t);
  const codes = of('AuthorizationCode');
  const { code } = await issue();
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume(code)));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of all) if (one.status === 'rejected') assert.ok(one.reason instanceof Used);
  assert.equal(typeof (await codes.find(code))?.consumed, 'number');
  await assert.rejects(codes.consume('unknown'), Used);
});

test('an assertion of a client is noted once, of several at the same time', async (t) => {
  const { of } = await openedAdapter(t);
  const note = () => of('ReplayDetection').upsert('assertion', { jti: 'assertion', iss: 'shop' }, 60);
  const all = await Promise.allSettled(Array.from({ length: 5 }, note));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(note(), Used);
});

test('a session of an account is stored only if its browser keeps the login, and ends with it', async (t) => {
  const { of, advance } = await openedAdapter(t);
  const sessions = of('Session');
  await sessions.upsert('a', { jti: 'a', accountId: 'someone' }, 600);
  assert.equal(await sessions.find('a'), undefined);
  await sessions.upsert('b', { jti: 'b', accountId: 'kept' }, 600);
  assert.equal((await sessions.find('b'))?.accountId, 'kept');
  advance(9001);
  assert.equal(await sessions.find('b'), undefined);
});

test('a record ends by time, is of one tenant and of one kind', async (t) => {
  const { of, ofOther, advance } = await openedAdapter(t);
  await of('Interaction').upsert('i', { jti: 'i' }, 600);
  assert.equal(await of('Session').find('i'), undefined);
  assert.equal(await ofOther('Interaction').find('i'), undefined);
  advance(599_999);
  assert.deepEqual(await of('Interaction').find('i'), { jti: 'i' });
  advance(1);
  assert.equal(await of('Interaction').find('i'), undefined);
});

test('how an interaction has ended is known while its browser is led back, and not written', async (t) => {
  const { of, ended } = await openedAdapter(t);
  await of('Interaction').upsert('i', { jti: 'i' }, 60);
  ended.set('i', { error: 'access_denied' }).set('gone', { error: 'access_denied' });
  assert.deepEqual(await of('Interaction').find('i'), { jti: 'i', result: { error: 'access_denied' } });
  assert.equal(await of('Interaction').find('gone'), undefined);
  ended.clear();
  assert.deepEqual(await of('Interaction').find('i'), { jti: 'i' });
});

test('no session of a browser keeps a person', async (t) => {
  const { of } = await openedAdapter(t);
  await of('Session').upsert('s', { uid: 'u', accountId: 'erika' }, 60);
  assert.equal(await of('Session').find('s'), undefined);
  await of('Session').upsert('s', { uid: 'u', state: { secret: 'x' } }, 60);
  assert.deepEqual((await of('Session').findByUid('u'))?.state, { secret: 'x' });
  await of('Session').destroy('s');
  assert.equal(await of('Session').find('s'), undefined);
});

test('a record is written again', async (t) => {
  const { of } = await openedAdapter(t);
  await of('Interaction').upsert('i', { step: 1 }, 60);
  await of('Interaction').upsert('i', { step: 2 }, 60);
  assert.deepEqual(await of('Interaction').find('i'), { step: 2 });
});

test('the library finds no client but those it was made with', async (t) => {
  const { of } = await openedAdapter(t);
  assert.equal(await of('Client').find('shop'), undefined);
});
