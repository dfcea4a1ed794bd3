/** The replaced request timers of the client library: which timers a connection keeps, and that it misses nothing. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import { quietRequests, type RequestQueue } from '../../../src/bus/kafka/quiet-requests.ts';

interface Queue extends RequestQueue {
  push(request: object): void;
  fulfillRequest(answer: object): void;
  maybeThrottle(milliseconds: number): void;
}

const library = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as new (
  options: object,
) => Queue;

interface Opened {
  readonly queue: Queue;
  readonly sent: number[];
  /** Requests that failed. */
  readonly late: number[];
  readonly send: (id: number) => void;
}

/** A connection with at most two requests in progress, with the test's clock and timers. */
function openQueue(t: TestContext): Opened {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_700_000_000_000 });
  const Quiet = class extends (library as unknown as { new (options: object): Queue }) {};
  for (const name of ['scheduleCheckPendingRequests', 'scheduleRequestTimeoutCheck'] as const)
    Object.defineProperty(Quiet.prototype, name, { value: library.prototype[name], writable: true });
  quietRequests(Quiet.prototype);
  const quiet = (): void => undefined;
  const queue = new Quiet({
    maxInFlightRequests: 2,
    requestTimeout: 5000,
    enforceRequestTimeout: true,
    clientId: 'test',
    broker: 'test:9092',
    logger: { debug: quiet, warn: quiet },
  });
  const sent: number[] = [];
  const late: number[] = [];
  const send = (id: number): void => {
    const entry = { correlationId: id, resolve: quiet, reject: () => late.push(id) };
    queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(id) });
  };
  return { queue, sent, late, send };
}

test('a connection on which no request waits keeps no timer for waiting ones', (t) => {
  const { queue, send } = openQueue(t);
  send(1);
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
  let checks = 0;
  const check = (queue as unknown as { checkPendingRequests(): void }).checkPendingRequests;
  Object.assign(queue, {
    checkPendingRequests: () => {
      checks += 1;
      check.call(queue);
    },
  });
  t.mock.timers.tick(1000);
  assert.equal(checks, 0);
});

test('a request that waits for room is sent with the answer that makes it', (t) => {
  const { queue, sent, send } = openQueue(t);
  for (const id of [1, 2, 3]) send(id);
  assert.deepEqual(sent, [1, 2]);
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
  assert.deepEqual(sent, [1, 2, 3]);
});

test('a request that the broker throttles is sent when that is over', (t) => {
  const { queue, sent, send } = openQueue(t);
  queue.maybeThrottle(300);
  send(1);
  t.mock.timers.tick(299);
  assert.equal(sent.length, 0);
  t.mock.timers.tick(20);
  assert.deepEqual(sent, [1]);
});

test('a request without an answer fails within a second of its limit', (t) => {
  const { queue, late, send } = openQueue(t);
  queue.scheduleRequestTimeoutCheck();
  send(1);
  t.mock.timers.tick(5000);
  assert.equal(late.length, 0);
  t.mock.timers.tick(1000);
  assert.deepEqual(late, [1]);
});
