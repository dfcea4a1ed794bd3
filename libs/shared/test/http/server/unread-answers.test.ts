import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Handler } from '../../../src/http/server/server.ts';
import { get, openLimited } from './limited-server.ts';

/** More than two sockets' buffers. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
const unread = { limit: 100, every: 10 };

test('a client that does not read its answer is disconnected, and its pipelined requests never begin', async (t) => {
  const begun: string[] = [];
  const handle: Handler = async (request, response) => {
    begun.push(request.url ?? '');
    response.end(LARGE);
  };
  const server = await openLimited(t, handle, { unread });
  const client = server.open();
  client.socket.pause();
  client.socket.write(get('/1') + get('/2'));
  while (server.drops.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual([server.drops, begun], [['unread'], ['/1']]);
});

test('an answer that is made slowly, and a stream without news, have no such limit', async (t) => {
  const handle: Handler = async (_, response) => {
    response.write('<begun>');
    await new Promise((resolve) => setTimeout(resolve, unread.limit * 4));
    response.end('<done>');
  };
  const server = await openLimited(t, handle, { unread });
  const client = server.open();
  client.socket.write(get('/'));
  await client.until('<done>');
  assert.deepEqual(server.drops, []);
});

test('a stream whose client read late keeps no limit from that time', async (t) => {
  const handle: Handler = async (_, response) => {
    response.write(LARGE);
    await once(response, 'drain');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    response.end('<done>');
  };
  const server = await openLimited(t, handle, { unread: { limit: 500, every: 10 } });
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  socket.write(get('/'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  let last = '';
  for await (const chunk of socket) {
    last = (last + chunk.toString('latin1')).slice(-64);
    if (last.includes('<done>')) break;
  }
  assert.deepEqual(server.drops, []);
});
