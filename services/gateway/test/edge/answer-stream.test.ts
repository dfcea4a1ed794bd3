import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Progress } from '@countersign/shared/http/message';
import type { Exchange } from '../../src/edge/answer.ts';
import { answerStream, type StreamedCall, type StreamParts, streamAskedFor } from '../../src/edge/answer-stream.ts';
import type { Match } from '../../src/edge/match.ts';
import type { Route, StreamKind } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/routes.ts';

const asks = (route: Pick<Route, 'method' | 'stream'>, method: string, accept?: string) => {
  const request = { method, headers: accept === undefined ? {} : { accept } } as IncomingMessage;
  return streamAskedFor({ request } as Exchange, { route } as Match);
};

test('a request asks for the stream of its row by name', () => {
  const state = { method: 'GET', stream: 'state' } as const;
  assert.equal(asks(state, 'GET', 'text/event-stream'), 'state');
  assert.equal(asks(state, 'GET', 'application/json;q=0.9, Text/Event-Stream'), 'state');
  // Generated clients name every type of the description, JSON first.
  assert.equal(asks(state, 'GET', 'application/json, text/event-stream'), undefined);
  for (const accept of [undefined, '*/*', 'text/*', 'application/json']) {
    assert.equal(asks(state, 'GET', accept), undefined);
  }
  assert.equal(asks(state, 'HEAD', 'text/event-stream'), undefined);
  assert.equal(asks({ method: 'POST', stream: 'progress' }, 'POST', 'text/event-stream'), 'progress');
  assert.equal(asks({ method: 'GET' }, 'GET', 'text/event-stream'), undefined);
});

/** The steps, in order, for one kind of stream. */
async function stepsOf(kind: StreamKind): Promise<readonly string[]> {
  const steps: string[] = [];
  const step = (name: string) => async (): Promise<void> => void steps.push(name);
  const parts = {
    call: async (operation: string, _: unknown, progress?: Progress) => {
      steps.push(`call ${operation}`);
      progress?.({ step: 'offer' });
      return { body: {} };
    },
    audit: { record: step('audit') },
    streams: {
      during: async (_: unknown, closing: AbortSignal, act: (over: AbortSignal) => Promise<void>) => {
        steps.push('during');
        return act(closing);
      },
      watch: step('watch'),
    },
    eventStream: step('eventStream'),
    entryStream: step('entryStream'),
    logStreams: { open: step('logStreams.open') },
  } as unknown as StreamParts;
  const response = { headersSent: true, write: (text: string) => steps.push(text.trim()), end: step('end') };
  const route = routes.find(({ stream }) => stream === kind) ?? assert.fail(kind);
  const caller = route.auth === 'management' ? { tenant: 'default', client: 'api-key' } : undefined;
  const exchange = { request: { headersDistinct: {} }, response };
  const operationRequest = { params: { sessionId: 's1' }, query: {} };
  const { signal: closing } = new AbortController();
  const call = { route, caller, exchange, operationRequest, address: '', owner: {}, closing };
  const answer = await answerStream(kind, parts, call as unknown as StreamedCall);
  assert.deepEqual(answer, { status: 200, headers: {} });
  return steps;
}

test('each kind calls its operation and is watched as it needs', async () => {
  assert.deepEqual(await stepsOf('state'), ['during', 'eventStream']);
  assert.deepEqual(await stepsOf('entries'), ['during', 'call gateway.trace.session', 'audit', 'entryStream']);
  assert.deepEqual(await stepsOf('events'), ['watch', 'call gateway.events', 'audit', 'logStreams.open']);
  assert.deepEqual(await stepsOf('progress'), [
    'watch',
    'call gateway.dry-run.issuance',
    'event: step\ndata: {"step":"offer"}',
    'audit',
    'event: report\ndata: {}',
    'end',
  ]);
});
