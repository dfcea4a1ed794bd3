import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutSession } from '../../src/http/about-session.ts';
import { annotationOf } from '../../src/http/annotation.ts';
import type { OperationRequest } from '../../src/http/message.ts';
import { type ErrorCode, ProtocolError } from '../../src/kernel/errors.ts';

const request: OperationRequest = {
  id: 'r',
  tenant: 'default',
  method: 'GET',
  url: '',
  params: { sessionId: 's' },
  query: {},
  headers: {},
  body: undefined,
  encoding: 'none',
};

async function thrown(error: Error): Promise<unknown> {
  const operation = async (): Promise<never> => {
    throw error;
  };
  return aboutSession(operation, ({ params }) => params.sessionId)(request).catch((caught: unknown) => caught);
}

test('a reply says which session it was about', async () => {
  const operation = aboutSession(
    async () => ({ body: [] }),
    ({ params }) => params.sessionId,
  );
  assert.deepEqual(await operation(request), { body: [], annotation: { session: 's' } });
  assert.deepEqual(await operation({ ...request, params: {} }), { body: [] });
});

test('an error does too, unless the request may name no session', async () => {
  const codes = ['conflict', 'gone', 'temporarily_unavailable', 'not_found', 'invalid_request'] as const;
  const about = async (code: ErrorCode) =>
    annotationOf(await thrown(new ProtocolError(code, 'No', { reason: 'internal_error' })))?.session;
  assert.deepEqual(await Promise.all(codes.map(about)), ['s', 's', 's', undefined, undefined]);
  assert.equal(annotationOf(await thrown(new TypeError('x')))?.session, 's');
});
