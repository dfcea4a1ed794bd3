/** Requests between services. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodyObject,
  type Operation,
  type OperationRequest,
  type Operations,
  onBehalfOf,
  operationNamed,
} from '../../src/http/message.ts';

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
    body: undefined,
    encoding: 'none',
    trace: 't',
    deadline: 5,
  });
});

test('what is no object is read as an empty one', () => {
  assert.deepEqual(bodyObject({ ...cause, body: { a: 1 } }), { a: 1 });
  for (const body of ['x', 1, null, [1], undefined]) assert.deepEqual(bodyObject({ ...cause, body }), {});
});

test('an operation states its body, and is called by its name with JSON', async () => {
  const create: Operation<{ readonly id: string }> = async ({ body }) => ({ body: { id: body.id } });
  const operations: Operations = {
    'a.create': create,
    'a.list': async ({ body }: OperationRequest) => ({ body: body ?? [] }),
  };
  assert.deepEqual(await operationNamed(operations, 'a.create')?.({ ...cause, body: { id: 'x' } }), {
    body: { id: 'x' },
  });
  assert.deepEqual(await operationNamed(operations, 'a.list')?.({ ...cause, body: undefined }), { body: [] });
  for (const name of ['a.delete', 'toString']) assert.equal(operationNamed(operations, name), undefined);
});
