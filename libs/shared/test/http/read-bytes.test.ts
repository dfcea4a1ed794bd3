import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readBytes } from '../../src/http/read-bytes.ts';
import { openLimited } from './server/limited-server.ts';

async function open(t: TestContext, most: number) {
  const outcomes: string[] = [];
  const server = await openLimited(t, async (request, response) => {
    const read = await readBytes(request, most);
    outcomes.push(Buffer.isBuffer(read) ? `read ${read.length}` : read);
    response.shouldKeepAlive = request.complete;
    response.end(`${outcomes.at(-1)}.`);
  });
  return { server, outcomes };
}

const post = (headers: string, body: string): string => `POST / HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}`;

test('a body is read up to its limit, with and without a length', async (t) => {
  const { server } = await open(t, 5);
  const client = server.open();
  client.socket.write(post('content-length: 5', 'abcde'));
  await client.until('read 5.');
  client.socket.write(post('transfer-encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'));
  await client.until('read 3.');
  client.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await client.until('read 0.');
});

test('a body beyond its limit is refused before it has come', async (t) => {
  const { server } = await open(t, 5);
  const named = server.open();
  named.socket.write(post('content-length: 6', ''));
  await named.until('too_large.');
  const chunked = server.open();
  chunked.socket.write(post('transfer-encoding: chunked', '6\r\nabcdef\r\n'));
  await chunked.until('too_large.');
});

test('a million chunks of one byte are refused, and not read', async (t) => {
  const { server, outcomes } = await open(t, 10_000_000);
  const client = server.open();
  client.socket.on('error', () => undefined);
  client.socket.write(post('transfer-encoding: chunked', '1\r\nx\r\n'.repeat(1_000_000)));
  while (outcomes.length === 0) await new Promise(setImmediate);
  assert.deepEqual(outcomes, ['tiny_pieces']);
});

test('a body whose client leaves has ended early', async (t) => {
  const { server, outcomes } = await open(t, 100);
  const client = server.open();
  client.socket.end(post('content-length: 50', 'abc'));
  await client.closed;
  assert.deepEqual(outcomes, ['ended']);
});
