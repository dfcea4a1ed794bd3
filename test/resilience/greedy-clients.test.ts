/**
 * Clients that request much and read nothing, on a server process with a small heap: its memory stays flat, the greedy
 * are cut off, the others are served.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServerProcess, type ServerProcess } from './server-process.ts';

const HEAP = 96;
/** Megabytes that the process may grow by under attack: the young generation of V8 and buffers of the parser. */
const GROWTH = 160;

async function start(t: TestContext, env: Record<string, string> = {}): Promise<ServerProcess> {
  const nodeOptions = [`--max-old-space-size=${HEAP}`];
  const server = await openServerProcess(env, { nodeOptions });
  t.after(() => server.close());
  await server.start();
  return server;
}

/** Resident memory of the process itself, megabytes. */
function memory({ pid }: ServerProcess): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

interface Crowd {
  readonly sockets: readonly Socket[];
  open(): number;
}

/** Connections of one address that send something and read nothing. */
function crowd(t: TestContext, server: ServerProcess, size: number, localAddress: string, sent: string): Crowd {
  const { port } = new URL(server.url);
  let open = 0;
  const sockets = Array.from({ length: size }, () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open -= 1;
      });
    socket.pause();
    socket.write(sent);
    open += 1;
    return socket;
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { sockets, open: () => open };
}

/** The status of a response that was read completely, on a separate connection; or why there is none. */
function ask(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    request.once('error', (error) => resolve(String(error)));
  });
}

/** Sends requests as a different client for a few seconds, and watches the memory. @returns the peak */
async function servedMeanwhile(server: ServerProcess, rounds: number): Promise<number> {
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await ask(`${server.url}/.well-known/openid-credential-issuer`);
    // A server that ended closes its connections before the test sees its end.
    if (outcome !== 200) await sleep(1000);
    assert.equal(outcome, 200, `${outcome}: ${JSON.stringify(server.surprises)}`);
    most = Math.max(most, memory(server));
    await sleep(50);
  }
  assert.deepEqual(server.surprises, []);
  return most;
}

const getText = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

test('pipelined requests whose answers are not read cost no memory', async (t) => {
  const server = await start(t);
  await servedMeanwhile(server, 5);
  const before = memory(server);
  crowd(t, server, 60, '127.0.0.2', getText('/openapi.json').repeat(100));
  // Few enough to be served in turn, and with larger responses than the socket's buffers.
  crowd(t, server, 200, '127.0.0.3', getText('/openapi.json').repeat(16));
  crowd(t, server, 100, '127.0.0.4', 'GET / HTTP/1.1\r\n\r\n'.repeat(3000));
  crowd(t, server, 100, '127.0.0.5', `${getText('/openapi.json')}${'GET / HTTP/1.1\r\n\r\n'.repeat(3000)}`);
  const most = await servedMeanwhile(server, 40);
  t.diagnostic(`${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB under attack`);
  assert.ok(most - before < GROWTH, `grew from ${before} to ${most} MB`);
});

test('slow connections of one address leave room for others', async (t) => {
  const server = await start(t, { MAX_CONNECTIONS: '1024' });
  const slow = crowd(t, server, 1200, '127.0.0.2', 'POST /authorize/token HTTP/1.1\r\nhost: x\r\ncontent-le');
  // Lets them see their end.
  for (const socket of slow.sockets) socket.resume();
  await servedMeanwhile(server, 20);
  while (slow.open() > 200) await sleep(20);
  await servedMeanwhile(server, 1);
});

test('large bodies that never end cost a bounded amount of memory', async (t) => {
  const server = await start(t);
  await servedMeanwhile(server, 5);
  const before = memory(server);
  const head = 'POST /oid4vp/response HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n';
  crowd(t, server, 300, '127.0.0.2', `${head}content-length: 1000000\r\n\r\n${'x'.repeat(950_000)}`);
  const most = await servedMeanwhile(server, 40);
  t.diagnostic(`${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB under attack`);
  assert.ok(most - before < GROWTH, `grew from ${before} to ${most} MB`);
});
