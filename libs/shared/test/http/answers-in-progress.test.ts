import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { createAnswersInProgress } from '../../src/http/answers-in-progress.ts';

const connection = (): Socket => new EventEmitter() as unknown as Socket;
const answer = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

test('an answer is in progress until it closes', () => {
  const answers = createAnswersInProgress();
  const [one, other] = [answer(), answer()];
  answers.add(connection(), one);
  answers.add(connection(), other);
  assert.deepEqual([...answers], [one, other]);
  one.emit('close');
  assert.deepEqual([...answers], [other]);
  assert.deepEqual([...answers], [other], 'listed again');
});

test('a connection has one answer after the other', () => {
  const answers = createAnswersInProgress();
  const socket = connection();
  const [first, second] = [answer(), answer()];
  answers.add(socket, first);
  first.emit('close');
  answers.add(socket, second);
  assert.deepEqual([...answers], [second]);
  assert.equal(socket.listenerCount('close'), 1);
});

test('an answer that closes late ends itself alone', () => {
  const answers = createAnswersInProgress();
  const socket = connection();
  const [first, second] = [answer(), answer()];
  answers.add(socket, first);
  answers.add(socket, second);
  first.emit('close');
  assert.deepEqual([...answers], [second]);
});

test('nothing is kept of a connection that has closed', () => {
  const answers = createAnswersInProgress();
  const socket = connection();
  const last = answer();
  answers.add(socket, last);
  socket.emit('close');
  last.emit('close');
  assert.deepEqual([...answers], []);
});
