import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import { guardedFetch } from '../../src/sign-in/guarded-fetch.ts';

function asked(answer: Partial<OutboundResponse> = {}) {
  const requests: OutboundRequest[] = [];
  const outbound = {
    request: async (request: OutboundRequest) => {
      requests.push(request);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":1}'), ...answer };
    },
  };
  return { requests, fetch: guardedFetch(outbound) };
}
const get = { method: 'GET', headers: { accept: 'x' }, body: undefined, redirect: 'manual' } as const;

test('a request goes out with bounds, and its answer comes back', async () => {
  const { requests, fetch } = asked();
  const answer = await fetch('https://login.example/', {
    ...get,
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
  });
  assert.deepEqual(await answer.json(), { a: 1 });
  const [request] = requests;
  assert.deepEqual([request?.method, request?.body, request?.headers?.accept], ['POST', 'a=b', 'x']);
  assert.ok((request?.maxBytes ?? 0) <= 256 * 1024 && (request?.timeout ?? 0) <= 10_000);
});

test('a redirect is an answer, and an answer may be empty', async () => {
  assert.equal((await asked({ status: 302 }).fetch('https://login.example/', get)).status, 302);
  assert.equal((await asked({ status: 204, body: Buffer.alloc(0) }).fetch('https://login.example/', get)).status, 204);
});

test('other methods are refused', async () => {
  const { requests, fetch } = asked();
  await assert.rejects(fetch('https://login.example/', { ...get, method: 'DELETE' }), TypeError);
  assert.equal(requests.length, 0);
});
