import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outgoing, send, sleep } from '../src/sending.ts';
import { json, scripted } from './sending-support.ts';

const request: Outgoing = { url: 'http://a.example/x', method: 'GET', headers: new Headers() };
const broken = new TypeError('fetch failed');

test('a request without a response is sent four times, with growing pauses', async () => {
  const script = scripted(broken, broken, json(200, {}));
  assert.equal((await send(script, request)).status, 200);
  assert.deepEqual(script.pauses, [500, 1000]);
  const hopeless = scripted(broken, broken, broken, broken);
  await assert.rejects(send(hopeless, request), broken);
  assert.equal(hopeless.sent.length, 4);
});

test('Retry-After of at most 30 s is obeyed, in seconds or as a time', async () => {
  const at = new Date(1_000_000 + 2000 + 5000).toUTCString();
  const script = scripted(
    json(429, {}, { 'retry-after': '2' }),
    json(503, {}, { 'retry-after': at }),
    json(409, {}, { 'retry-after': '1' }),
    json(200, {}),
  );
  assert.equal((await send(script, request)).status, 200);
  assert.deepEqual(script.pauses, [2000, 5000, 1000]);
  for (const answer of [
    json(503, {}, { 'retry-after': '31' }),
    json(503, {}),
    json(500, {}, { 'retry-after': '1' }),
    json(302, {}, { location: 'http://b.example/' }),
  ]) {
    const once = scripted(answer);
    assert.equal((await send(once, request)).status, answer.status);
    assert.equal(once.sent.length, 1);
  }
});

test('a busy server is asked four times, and its last response is returned', async () => {
  const busy = (): Response => json(503, {}, { 'retry-after': '0' });
  const script = scripted(busy(), busy(), busy(), busy());
  assert.equal((await send(script, request)).status, 503);
  assert.equal(script.sent.length, 4);
});

test('an aborted request is not repeated, and a pause ends with the signal', async () => {
  const script = scripted(broken);
  await assert.rejects(send(script, { ...request, signal: AbortSignal.abort() }), broken);
  assert.equal(script.sent.length, 1);
  await assert.rejects(sleep(1_000_000, AbortSignal.abort(new Error('over'))), /over/);
  const later = new AbortController();
  const pause = sleep(1_000_000, later.signal);
  later.abort(new Error('over'));
  await assert.rejects(pause, /over/);
});
