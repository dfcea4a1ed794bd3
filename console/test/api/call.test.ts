import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addressOf, call, callPage, newKey, nextCursor } from '../../src/api/call.ts';
import { connection } from '../../src/api/connection.ts';
import { Problem } from '../../src/api/problem.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const real = globalThis.fetch;
let sent: Sent[] = [];
let answer = (): Response => Response.json({});

beforeEach(() => {
  sent = [];
  connection.base = '/base';
  globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init });
    return answer();
  };
});

afterEach(() => {
  globalThis.fetch = real;
  connection.base = '';
  connection.onSignedOut = () => undefined;
});

const headersOf = (one: Sent | undefined): Headers => new Headers(one?.init.headers);

test('a call goes below the path of PUBLIC_URL, with the cookie and the mark of the console', async () => {
  answer = () => Response.json({ id: 1 });
  assert.deepEqual(await call('GET', '/session', { query: { status: 'failed', limit: 5, state: undefined, x: '' } }), {
    id: 1,
  });
  assert.equal(sent[0]?.url, '/base/session?status=failed&limit=5');
  assert.equal(sent[0]?.init.credentials, 'same-origin');
  assert.equal(headersOf(sent[0]).get('x-countersign-console'), '1');
  assert.equal(headersOf(sent[0]).get('idempotency-key'), null);
});

test('each POST has a key of its own, or the one that it is given', async () => {
  answer = () => Response.json({}, { status: 201 });
  await call('POST', '/vci/offer', { body: { a: 1 } });
  await call('POST', '/vci/offer', { body: { a: 1 } });
  await call('POST', '/vci/offer', { body: { a: 1 }, idempotencyKey: 'the-same-one' });
  const keys = sent.map((one) => headersOf(one).get('idempotency-key') ?? '');
  assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
  assert.notEqual(keys[0], keys[1]);
  assert.equal(keys[2], 'the-same-one');
  assert.equal(sent[0]?.init.body, '{"a":1}');
  assert.notEqual(newKey(), newKey());
});

test('an answer is JSON, text, bytes or nothing, by its type', async () => {
  answer = () => new Response(null, { status: 204 });
  assert.equal(await call('DELETE', '/session/a'), undefined);
  answer = () => new Response('{"a":1}\n', { headers: { 'content-type': 'application/jsonl' } });
  assert.equal(await call('GET', '/audit', { accept: 'application/jsonl' }), '{"a":1}\n');
  answer = () => new Response('png', { headers: { 'content-type': 'image/png' } });
  assert.ok((await call('POST', '/vci/offer', { accept: 'image/png' })) instanceof Blob);
});

test('a refusal is a problem; 401 says that the sign-in has ended', async () => {
  let ended = 0;
  connection.onSignedOut = () => {
    ended += 1;
  };
  answer = () =>
    Response.json({ type: 'urn:countersign:problem:not_found', detail: 'No such session' }, { status: 404 });
  await assert.rejects(call('GET', '/session/x'), (error) => error instanceof Problem && error.code === 'not_found');
  assert.equal(ended, 0);
  answer = () => Response.json({}, { status: 401 });
  await assert.rejects(call('GET', '/session/x'), Problem);
  assert.equal(ended, 1);
});

test('a list is continued by the cursor of its header Link', async () => {
  answer = () =>
    Response.json([1, 2], { headers: { link: '<https://issuer.example/session?limit=2&after=a%2Bb>; rel="next"' } });
  assert.deepEqual(await callPage('/session'), { items: [1, 2], next: 'a+b' });
  assert.equal(nextCursor(null), undefined);
  assert.equal(nextCursor('<https://issuer.example/x?after=a>; rel="prev"'), undefined);
});

test('an address for a link has its query', () => {
  assert.equal(addressOf('/audit', { from: '2026-01-01', until: '' }), '/base/audit?from=2026-01-01');
});
