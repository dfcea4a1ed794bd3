import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasTinyPieces } from '../../src/http/join-pieces.ts';
import type { Handler } from '../../src/http/server/server.ts';
import { openLimited } from './server/limited-server.ts';

const head = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
const chunks = (count: number): string => '1\r\nx\r\n'.repeat(count);

/** Reads a body, immediately or when all of it waits, and responds with the content. */
function answerPieces(whenComplete: boolean): Handler {
  return async (request, response) => {
    while (whenComplete && !request.complete) await new Promise(setImmediate);
    let pieces = 0;
    let bytes = 0;
    for await (const piece of request) {
      pieces += 1;
      bytes += (piece as Buffer).length;
    }
    response.end(`${bytes} bytes in ${pieces < 20 ? 'few' : pieces} pieces.`);
  };
}

test('chunks of one byte become a few pieces, and none is lost', async (t) => {
  const client = (await openLimited(t, answerPieces(true))).open();
  client.socket.write(`${head}${chunks(1000)}0\r\n\r\n`);
  await client.until('1000 bytes in few pieces.');
});

test('a body of tiny chunks that nobody reads is given up, and so is its connection', async (t) => {
  let waiting = -1;
  const server = await openLimited(t, async (request, response) => {
    while (!hasTinyPieces(request)) await new Promise(setImmediate);
    waiting = request.readableLength;
    response.end('given up');
  });
  const client = server.open();
  client.socket.on('error', () => undefined).write(`${head}${chunks(10_000)}`);
  await client.closed;
  assert.ok(waiting >= 0 && waiting < 2000, `${waiting} bytes wait`);
});

test('a large chunked body is read whole', async (t) => {
  const client = (await openLimited(t, answerPieces(false))).open();
  const size = 300_000;
  client.socket.write(`${head}${size.toString(16)}\r\n${'y'.repeat(size)}\r\n0\r\n\r\n`);
  await client.until(`${size} bytes in`);
});

test('a request without chunks is left as it is', async (t) => {
  const server = await openLimited(t, async (request, response) => {
    response.end(Object.hasOwn(request, 'push') ? 'changed.' : 'unchanged.');
  });
  const client = server.open();
  client.socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx');
  await client.until('unchanged.');
});
