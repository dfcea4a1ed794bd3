import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Audit } from '@countersign/shared/audit/record';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Exchange } from '../../src/edge/answer.ts';
import { type AnswerParts, answerCall } from '../../src/edge/answer-call.ts';
import type { PerformOnce } from '../../src/idempotency/idempotent-calls.ts';
import type { Route } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/routes.ts';

const caller = { variant: 'a', tenant: 'default', client: 'api-key', role: 'admin', platform: true } as const;

function routeOf(operation: string): Route {
  const route = routes.find((row) => row.operation === operation);
  assert.ok(route);
  return route;
}

/** Handles a call of an operation with this reply. The steps are what else the edge did. */
async function answered(
  operation: string,
  reply: OperationReply,
  over: Partial<OperationRequest> = {},
  { performOnce, key }: { readonly performOnce?: PerformOnce; readonly key?: string } = {},
) {
  const steps: string[] = [];
  const route = routeOf(operation);
  const parts = {
    platform: { requirementsOf: () => ({ dialect: 'standard' }) },
    call: async (name: string) => {
      steps.push(`call ${name}`);
      return reply;
    },
    audit: {
      draft: (entry: object) => entry,
      record: async ({ action }: { readonly action: string }) => void steps.push(`audit ${action}`),
    },
    performOnce,
  } as unknown as AnswerParts & { readonly audit: Audit };
  const request = {
    method: route.method,
    headers: over.headers ?? {},
    headersDistinct: key === undefined ? {} : { 'idempotency-key': [key] },
  } as unknown as IncomingMessage;
  const exchange: Exchange = { id: 'r', trace: '', request, response: {} as ServerResponse };
  const operationRequest: OperationRequest = {
    id: 'r',
    tenant: 'default',
    method: route.method,
    url: '',
    params: {},
    query: {},
    headers: {},
    body: undefined,
    encoding: 'json',
    ...over,
  };
  const answer = await answerCall(parts, exchange, {
    route,
    operationRequest,
    caller: route.auth === 'management' ? caller : undefined,
  });
  return { answer, steps, exchange };
}

test('a call is in the audit log before it is answered, with the status of its row', async () => {
  const { answer, steps, exchange } = await answered(
    'gateway.session.get',
    { body: { id: 's1' } },
    { params: { sessionId: 's1' } },
  );
  assert.equal(answer.status, 200);
  assert.deepEqual(steps, ['call gateway.session.get', 'audit session.read']);
  assert.equal(exchange.session, 's1');
});

test('the link of an offer has the member that the interface names', async () => {
  const { answer } = await answered(
    'issuer.offer.create',
    { body: { session: 's1', link: 'openid-credential-offer://x' } },
    { body: { response_type: 'uri' } },
  );
  assert.equal(answer.status, 201);
  assert.equal(JSON.parse(String(answer.body)).uri, 'openid-credential-offer://x');
});

test('what a person presented is not kept for an Idempotency-Key; the call that repeats it asks the operation again', async () => {
  const reply = { body: { session: 's1', status: 'verified', credentials: [{ id: 'pid', values: { name: 'Ada' } }] } };
  let kept: OperationReply | undefined;
  let session: string | undefined;
  const performOnce: PerformOnce = async (call) => {
    if (kept !== undefined) {
      call.repeated('r0');
      return kept;
    }
    const first = await call.perform();
    kept = call.kept?.(first) ?? first;
    session = call.sessionOf(first);
    return first;
  };
  const once = { performOnce, key: 'answer-of-a-page' };
  const operation = 'verifier.dc-api.answer';
  const [first, again] = [
    await answered(operation, reply, { body: {} }, once),
    await answered(operation, reply, { body: {} }, once),
  ];
  assert.deepEqual(kept, { body: {} });
  assert.equal(session, 's1', 'the record of the call is erased with the session');
  assert.equal(again.answer.body, first.answer.body);
  assert.deepEqual(again.steps, [`call ${operation}`, 'audit presentation.answered']);
});
