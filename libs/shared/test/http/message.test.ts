/** Requests between services. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyObject, type OperationRequest, onBehalfOf } from '../../src/http/message.ts';

const cause: OperationRequest = {
  id: 'r',
  tenant: 'root',
  method: 'POST',
  url: 'https://issuer.example/x',
  params: { a: '1' },
  query: { b: '2' },
  headers: { authorization: 'DPoP secret' },
  body: { code: 'secret' },
  encoding: 'json',
  client: 'api-key',
  address: '192.0.2.1',
  trace: 't',
  deadline: 5,
};

test('a call on behalf of a request has its id, tenant, trace and deadline, and nothing else of the caller', () => {
  assert.deepEqual(onBehalfOf(cause, { method: 'GET', params: { id: 'x' } }), {
    id: 'r',
    tenant: 'root',
    method: 'GET',
    url: '',
    params: { id: 'x' },
    query: {},
    headers: {},
    encoding: 'none',
    trace: 't',
    deadline: 5,
  });
});

test('what is no object is read as an empty one', () => {
  assert.deepEqual(bodyObject({ ...cause, body: { a: 1 } }), { a: 1 });
  for (const body of ['x', 1, null, [1]]) assert.deepEqual(bodyObject({ ...cause, body }), {});
  const { body: _, ...without } = cause;
  assert.deepEqual(bodyObject(without), {});
});
