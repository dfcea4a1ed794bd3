import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openServer } from '@countersign/shared/http/server/server';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createReadBody } from '../../src/edge/read-body.ts';
import type { Route } from '../../src/routes/route.ts';

const KIB = 1024;
const route = { bodyLimit: KIB * KIB, accepts: ['json'], auth: 'none' } as unknown as Route;
const body = JSON.stringify({ x: 'y'.repeat(200 * KIB) });

/** A server that reads bodies, counts them for the address in the path, and responds with the outcome. */
async function open(t: TestContext, room: number, more: Partial<Route> = {}) {
  const readBody = createReadBody(room);
  const server = await openServer({ host: '127.0.0.1', port: 0 }, async () => async (request, response) => {
    const from = request.url ?? '';
    const outcome = await readBody(request, response, { route: { ...route, ...more }, from }).then(
      ({ encoding }) => encoding,
      (error: unknown) => (error instanceof ProtocolError ? error.code : String(error)),
    );
    response.end(outcome);
    request.resume();
  });
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close(0);
  });
  return {
    /** Begins a body and never ends it. */
    begin: async (path: string, length = body.length): Promise<Socket> => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
      await new Promise((resolve) => socket.write(head + body.slice(0, 1000), resolve));
      return socket;
    },
    /** Sends the chunks of a body, and returns the response unchanged. */
    chunked: (path: string, chunks: string): Promise<string> => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
      socket.write(`${head}${chunks}0\r\n\r\n`);
      return new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));
    },
    send: async (path: string, text: string | ReadableStream, type = 'application/json'): Promise<string> => {
      const init = { method: 'POST', body: text, duplex: 'half', headers: { 'content-type': type } };
      return (await fetch(`http://127.0.0.1:${server.port}${path}`, init as RequestInit)).text();
    },
  };
}

const stream = (text: string): ReadableStream => new Blob([text]).stream();

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(setImmediate);
}

test('large bodies that never end leave memory for other addresses, and for small bodies', async (t) => {
  const { begin, send } = await open(t, 4 * KIB * KIB);
  for (let n = 0; n < 10; n += 1) await begin('/greedy');
  await until(async () => (await send('/greedy', body)) === 'temporarily_unavailable');
  assert.equal(await send('/greedy', stream(body)), 'temporarily_unavailable', 'without a length');
  assert.equal(await send('/greedy', '{}'), 'json', 'a small one');
  assert.equal(await send('/other', body), 'json');
});

test('the memory is free again when a body is read, or its connection ends', async (t) => {
  const { begin, send } = await open(t, 4 * KIB * KIB);
  for (let n = 0; n < 20; n += 1) assert.equal(await send('/one', body), 'json');
  const sockets = await Promise.all(Array.from({ length: 10 }, () => begin('/one')));
  await until(async () => (await send('/one', body)) === 'temporarily_unavailable');
  for (const socket of sockets) socket.destroy();
  await until(async () => (await send('/one', body)) === 'json');
});

test('a body in chunks of one byte is refused', async (t) => {
  const { chunked } = await open(t, 4 * KIB * KIB);
  assert.match(await chunked('/one', '1\r\n1\r\n'.repeat(60_000)), /invalid_request/);
});

test('bodies of any size count from their first byte', async (t) => {
  const { begin, send } = await open(t, 64 * KIB);
  for (let n = 0; n < 10; n += 1) await begin('/greedy', 4 * KIB);
  await until(async () => (await send('/greedy', `"${'y'.repeat(4 * KIB)}"`)) === 'temporarily_unavailable');
  assert.equal(await send('/other', '{}'), 'json');
});

test('a JSON body with repeated or very many members is refused, and so is another charset', async (t) => {
  const { send } = await open(t, 4 * KIB * KIB);
  assert.equal(await send('/one', '{"a":1,"a":2}'), 'invalid_request');
  const many = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 0));
  assert.equal(await send('/one', many(2000)), 'json');
  assert.equal(await send('/one', many(2001)), 'invalid_request');
  assert.equal(await send('/one', '{}', 'application/json; charset=utf-16'), 'invalid_request');
  assert.equal(await send('/one', '{}', 'application/json; Charset="UTF-8"'), 'json');
});

test('a backend may send more members than a wallet, unless it passes on what a wallet wrote', async (t) => {
  const many = JSON.stringify(Array.from({ length: 2001 }, () => 0));
  const backend = await open(t, 4 * KIB * KIB, { auth: 'management' });
  assert.equal(await backend.send('/one', many), 'json');
  const passedOn = await open(t, 4 * KIB * KIB, { auth: 'management', fromWallet: true });
  assert.equal(await passedOn.send('/one', many), 'invalid_request');
});
