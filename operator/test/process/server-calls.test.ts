import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer, Refused } from '../../src/process/server-calls.ts';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

function serverWith(...answers: readonly (readonly [number, string])[]) {
  const sent: Sent[] = [];
  const send = (async (url: string, init: RequestInit) => {
    const [status, text] = answers[sent.length] ?? [500, ''];
    sent.push({ url, headers: new Headers(init.headers) });
    return new Response(text, { status });
  }) as typeof fetch;
  return { sent, send };
}

test('with an API key each call has it; otherwise the client signs in first', async () => {
  const first = serverWith([200, '{}'], [200, '{"read":1}']);
  const { post: byKey, get } = await openServer({ url: 'http://h/', env: { AUTH_API_KEY: 'k' }, send: first.send });
  await byKey('/x', {});
  assert.deepEqual([first.sent[0]?.url, first.sent[0]?.headers.get('x-api-key')], ['http://h/x', 'k']);
  assert.deepEqual(await get('/y'), { read: 1 });
  assert.deepEqual([first.sent[1]?.url, first.sent[1]?.headers.get('x-api-key')], ['http://h/y', 'k']);
  const second = serverWith([201, '{"access_token":"t"}'], [200, '{}']);
  const { post: byToken } = await openServer({ url: 'http://h', env: { AUTH_CLIENT_SECRET: 's' }, send: second.send });
  await byToken('/x', {});
  assert.deepEqual(
    [second.sent[0]?.url, second.sent[1]?.headers.get('authorization')],
    ['http://h/auth/token', 'Bearer t'],
  );
  await assert.rejects(openServer({ url: 'http://h', env: {} }), /No credential/);
});

test('a refusal has the reason and each error; a page of a proxy has its status', async () => {
  const { send } = serverWith(
    [400, '{"detail":"wrong","reason":"r","errors":[{"pointer":"/a","detail":"d"}]}'],
    [502, '<html>'],
  );
  const { post } = await openServer({ url: 'http://h', env: { AUTH_API_KEY: 'k' }, send });
  await assert.rejects(post('/x', {}), (error) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.message, error.reason, error.errors], ['wrong', 'r', [{ pointer: '/a', detail: 'd' }]]);
    return true;
  });
  await assert.rejects(post('/x', {}), /the server answers 502/);
});

test('while another apply runs it waits, and a server that is gone is named', async () => {
  const { send, sent } = serverWith([409, '{"reason":"bundle_apply_running"}'], [200, '{"done":1}']);
  const { post } = await openServer({ url: 'http://h', env: { AUTH_API_KEY: 'k' }, send });
  assert.deepEqual(await post('/x', {}), { done: 1 });
  assert.equal(sent.length, 2);
  const gone = (async () => assert.fail('connection refused')) as unknown as typeof fetch;
  const { post: broken } = await openServer({ url: 'http://h', env: { AUTH_API_KEY: 'k' }, send: gone });
  await assert.rejects(broken('/x', {}), /http:\/\/h does not respond/);
});
