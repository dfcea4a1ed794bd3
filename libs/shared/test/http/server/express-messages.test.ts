import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import express from 'express';
import { expressMessages } from '../../../src/http/server/express-messages.ts';

const app = express();
const classes = expressMessages(app);

function messagesOf(socket: Socket): readonly [IncomingMessage, ServerResponse] {
  const request = new classes.IncomingMessage(socket);
  return [request, new classes.ServerResponse(request)];
}

test('requests and responses are born with the prototypes of express', () => {
  const [request, response] = messagesOf(new Socket());
  assert.equal(Object.getPrototypeOf(request), app.request);
  assert.equal(Object.getPrototypeOf(response), app.response);
  assert.equal(response.req, request);
});

test('each request of an open connection has objects and listeners of its own', () => {
  const socket = new Socket();
  const [first, firstResponse] = messagesOf(socket);
  const [second, secondResponse] = messagesOf(socket);
  assert.notEqual(first, second);
  assert.notEqual(firstResponse, secondResponse);
  first.on('end', () => undefined);
  assert.equal(first.listenerCount('end'), 1);
});

test('the requests of an ended connection share one request and one response, which keep no listeners', () => {
  const socket = new Socket();
  const [before] = messagesOf(socket);
  socket.destroy();
  const [first, firstResponse] = messagesOf(socket);
  const [second, secondResponse] = messagesOf(socket);
  assert.equal(first, second);
  assert.equal(firstResponse, secondResponse);
  assert.notEqual(before, first);
  for (let n = 0; n < 100; n += 1) {
    assert.equal(
      first.on('end', () => undefined),
      first,
    );
    firstResponse.on('finish', () => undefined);
  }
  assert.deepEqual([first.listenerCount('end'), firstResponse.listenerCount('finish')], [0, 0]);
});

test('the objects of one ended connection are not those of another', () => {
  const [one, other] = [new Socket().destroy(), new Socket().destroy()];
  assert.notEqual(messagesOf(one)[0], messagesOf(other)[0]);
});
