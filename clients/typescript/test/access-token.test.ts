import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenSource } from '../src/access-token.ts';
import { CountersignError } from '../src/problem.ts';
import { json, scripted } from './sending-support.ts';

const credential = { baseUrl: 'http://a.example', clientId: 'library', clientSecret: 's' };
const token = (access_token: string): Response => json(200, { access_token, expires_in: '1m' });

test('a token is used until half a minute before it expires, and concurrent calls share one request', async () => {
  const script = scripted(token('one'), token('two'));
  const source = createTokenSource(script, credential);
  assert.deepEqual(await Promise.all([source.token(), source.token()]), ['one', 'one']);
  await script.pause(29_999);
  assert.equal(await source.token(), 'one');
  await script.pause(1);
  assert.equal(await source.token(), 'two');
  assert.deepEqual(
    script.sent.map(({ url, body }) => [url, body]),
    Array(2).fill(['http://a.example/auth/token', '{"client_id":"library","client_secret":"s"}']),
  );
});

test('a refused token is not used again, and a newer one stays', async () => {
  const source = createTokenSource(scripted(token('one'), token('two')), credential);
  await source.token();
  source.forget('older');
  assert.equal(await source.token(), 'one');
  source.forget('one');
  assert.equal(await source.token(), 'two');
});

test('a token of a whole day is kept, and one with an unknown duration is used once', async () => {
  const kept = createTokenSource(scripted(json(200, { access_token: 'one', expires_in: '24h' })), credential);
  assert.deepEqual([await kept.token(), await kept.token()], ['one', 'one']);
  const unknown = [json(200, { access_token: 'one', expires_in: 'P1D' }), token('two')];
  const source = createTokenSource(scripted(...unknown), credential);
  assert.deepEqual([await source.token(), await source.token()], ['one', 'two']);
});

test('refused credentials are an error, and the next call asks again', async () => {
  const source = createTokenSource(scripted(json(401, { detail: 'no' }), token('one')), credential);
  await assert.rejects(source.token(), CountersignError);
  assert.equal(await source.token(), 'one');
});
