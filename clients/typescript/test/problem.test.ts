import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountersignError, dataOf } from '../src/problem.ts';

test('a refused call has the reason, the hint and the request id', async () => {
  const response = new Response('', { status: 404, headers: { 'x-request-id': 'r1' } });
  const error = {
    type: 'urn:countersign:problem:not_found',
    title: 't',
    status: 404,
    detail: 'd',
    reason: 'x',
    hint: 'h',
  };
  await assert.rejects(dataOf(Promise.resolve({ error, response })), (thrown) => {
    assert.ok(thrown instanceof CountersignError);
    const { message, status, reason, hint, requestId } = thrown;
    assert.deepEqual(
      { message, status, reason, hint, requestId },
      { message: 'd', status: 404, reason: 'x', hint: 'h', requestId: 'r1' },
    );
    return true;
  });
});

test('a response without a problem document is an error with its status', async () => {
  const response = new Response('', { status: 502 });
  await assert.rejects(dataOf(Promise.resolve({ error: '<html>', response })), {
    message: 'The server responded with 502',
  });
});

test('a successful call returns its body', async () => {
  assert.deepEqual(await dataOf(Promise.resolve({ data: [1], response: new Response() })), [1]);
});
