/** A trace's cost, counted: nothing in a wallet's request, one write per session and flush after it. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Exchange } from '../../src/edge/answer.ts';
import { createTraceRequest } from '../../src/edge/trace-request.ts';
import { createTraceBuffer } from '../../src/trace/buffer.ts';
import { openTraceWorld, wrapped } from './trace-world.ts';

/** The requests of a plain issuance that belong to its session. */
const FLOW = 5;

async function open(t: Parameters<typeof openTraceWorld>[0]) {
  const counts = { insert: 0, replace: 0, get: 0, find: 0, delete: 0 };
  const world = await openTraceWorld(t, (store) =>
    wrapped(store, {
      insert: (...args) => count('insert', store.insert(...args)),
      replace: (...args) => count('replace', store.replace(...args)),
      get: (...args) => count('get', store.get(...args)),
      find: (...args) => count('find', store.find(...args)),
      delete: (...args) => count('delete', store.delete(...args)),
    }),
  );
  const count = <T>(name: keyof typeof counts, result: T): T => {
    counts[name] += 1;
    return result;
  };
  const metrics = { count: () => undefined };
  const buffer = createTraceBuffer({ write: world.write, metrics, later: () => undefined });
  const traceRequest = createTraceRequest({ TRACE: 'all' }, buffer);
  const send = (session: string | undefined, status = 200): void => {
    const request = { method: 'POST', headers: {} } as IncomingMessage;
    const exchange: Exchange = { id: 'r', trace: '', request, response: {} as ServerResponse, tenant: 'acme' };
    if (session !== undefined) exchange.session = session;
    traceRequest({ exchange, status, at: 1, ms: 1 });
  };
  return { counts, buffer, send };
}

test('the requests of a flow read and write nothing; after them its entries are one write, and no read', async (t) => {
  const { counts, buffer, send } = await open(t);
  const none = { insert: 0, replace: 0, get: 0, find: 0, delete: 0 };
  for (let n = 0; n < FLOW; n += 1) send('s');
  assert.deepEqual(counts, none);
  await buffer.flush();
  assert.deepEqual(counts, { ...none, insert: 1 });
  send('s');
  await buffer.flush();
  assert.deepEqual(counts, { ...none, insert: 1, replace: 1 });
});

test('a wallet that takes its time: a write for each of its requests, and no read', async (t) => {
  const { counts, buffer, send } = await open(t);
  for (let n = 0; n < FLOW; n += 1) {
    send('s');
    await buffer.flush();
  }
  assert.deepEqual(counts, { insert: 1, replace: FLOW - 1, get: 0, find: 0, delete: 0 });
});

test('a flood of 100,000 requests that fit no session: bounded in each flush, and in the store', async (t) => {
  const { counts, buffer, send } = await open(t);
  for (let n = 0; n < 100_000; n += 1) {
    send(undefined, 400);
    if (n % 5000 === 0) await buffer.flush();
  }
  await buffer.flush();
  // 21 flushes with at most 100 entries and one gap: six documents stay.
  assert.deepEqual(counts, { insert: 21, replace: 0, get: 0, find: 0, delete: 16 });
});
