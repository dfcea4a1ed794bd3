import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openServer, REQUESTS_OF_ADOPTED } from '../../../src/http/server/server.ts';
import { openLimited } from './limited-server.ts';

const local = { host: '127.0.0.1', port: 0 };

test('closing lets the answer in progress finish and accepts no new connection', async () => {
  let started: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await openServer(local, async () => async (_, response) => {
    started();
    await mayFinish;
    response.end('done');
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const answer = fetch(url);
  await isStarted;
  const closed = server.close(60_000);
  await assert.rejects(fetch(url));
  finish();
  assert.equal(await (await answer).text(), 'done');
  await closed;
});

test('an answer in progress at the close announces it, and its connection does not delay the close', async () => {
  const finish: (() => void)[] = [];
  const server = await openServer(local, async () => (_, response) => {
    return new Promise((resolve) => {
      finish.push(() => {
        response.end('done');
        resolve();
      });
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: server.port, agent }, (answer) =>
        answer.resume().on('end', () => resolve(answer)),
      ).on('error', reject);
    });
  const until = async (count: number): Promise<void> => {
    while (finish.length < count) await new Promise(setImmediate);
  };
  const first = send();
  await until(1);
  finish[0]?.();
  assert.equal((await first).headers.connection, 'keep-alive');
  const second = send();
  await until(2);
  const closed = server.close(60_000);
  finish[1]?.();
  assert.equal((await second).headers.connection, 'close');
  await closed;
});

test('an open stream is aborted at the close; many of them cause no warning', async (t) => {
  const warnings: Error[] = [];
  const warned = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', warned);
  t.after(() => process.removeListener('warning', warned));
  const signals = new Set<AbortSignal>();
  const server = await openServer(local, async () => async (_, response, closing) => {
    signals.add(closing);
    closing.addEventListener('abort', () => response.end('closed'));
    response.write('begun ');
  });
  const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`http://127.0.0.1:${server.port}/`)));
  const texts = Promise.all(answers.map((answer) => answer.text()));
  await server.close(60_000);
  assert.deepEqual(await texts, Array(12).fill('begun closed'));
  assert.deepEqual(
    [...signals].map(({ aborted }) => aborted),
    [true],
  );
  await new Promise(setImmediate);
  assert.deepEqual(warnings, []);
});

test('a hanging answer is cut after the grace period', async () => {
  let started: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const server = await openServer(local, async () => async () => started());
  const answer = fetch(`http://127.0.0.1:${server.port}/`);
  const refused = assert.rejects(answer);
  await isStarted;
  await server.close(10);
  await refused;
});

test('a handler that can not be made frees the port', async () => {
  let taken = 0;
  const failing = openServer(local, async (port) => {
    taken = port;
    throw new Error('no handler');
  });
  await assert.rejects(failing, /no handler/);
  const again = await openServer({ ...local, port: taken }, async () => async (_, response) => void response.end());
  await again.close(0);
});

test('an address of another machine is an error that names HOST', async () => {
  const refused = openServer({ host: '192.0.2.1', port: 0 }, async () => async () => undefined);
  await assert.rejects(refused, /^Error: HOST 192\.0\.2\.1 is not an address of this machine/);
});

test('a port that is taken is an error', async () => {
  const server = await openServer(local, async () => async (_, response) => void response.end());
  await assert.rejects(
    openServer({ ...local, port: server.port }, async () => async () => undefined),
    /^Error: PORT \d+ of 127\.0\.0\.1 is taken: set another PORT/,
  );
  await server.close(0);
});

/** A connection that another server accepts and hands over, unread. */
async function handedOver(t: TestContext, adopt: (socket: Socket) => void): Promise<number> {
  const front = createServer({ pauseOnConnect: true }, (socket) => {
    adopt(socket);
    // In another process it would be a separate socket, which reads.
    socket.resume();
  });
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  t.after(() => front.close());
  return (front.address() as AddressInfo).port;
}

test('a connection that another process accepted is served like an own one', async (t) => {
  const server = await openServer(local, async () => async (request, response) => {
    response.end(request.socket.remoteAddress);
  });
  const port = await handedOver(t, server.adopt);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(await answer.text(), '127.0.0.1');
  await server.close(60_000);
});

test('such a connection ends after a number of requests, so that its client is handed on; an own one does not', async (t) => {
  const server = await openServer(local, async () => async (_, response) => {
    response.end('x');
  });
  const adopting = await handedOver(t, server.adopt);
  const ends = async (port: number): Promise<readonly number[]> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const found: number[] = [];
    for (let n = 1; n <= 2 * REQUESTS_OF_ADOPTED + 1; n += 1) {
      const connection = await new Promise<string | undefined>((resolve, reject) => {
        const request = get({ host: '127.0.0.1', port, agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer.headers.connection));
        });
        request.once('error', reject);
      });
      if (connection === 'close') found.push(n);
    }
    agent.destroy();
    return found;
  };
  assert.deepEqual(await ends(adopting), [REQUESTS_OF_ADOPTED, 2 * REQUESTS_OF_ADOPTED]);
  assert.deepEqual(await ends(server.port), []);
  await server.close(60_000);
});

test('a close waits for the answers on such connections, and ends those that are idle or come later', async (t) => {
  let started: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await openServer(local, async () => async ({ url }, response) => {
    if (url === '/idle') return void response.end('idle');
    started();
    await mayFinish;
    response.end('done');
  });
  const port = await handedOver(t, server.adopt);
  const url = `http://127.0.0.1:${port}`;
  await (await fetch(`${url}/idle`)).text();
  const answer = fetch(`${url}/slow`);
  await isStarted;
  let closed = false;
  const closing = server.close(60_000).then(() => {
    closed = true;
  });
  await assert.rejects(fetch(`${url}/late`, { headers: { connection: 'close' } }));
  assert.equal(closed, false);
  finish();
  assert.equal(await (await answer).text(), 'done');
  await closing;
});

test('a close cuts such a connection after its grace', async (t) => {
  let started: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const server = await openServer(local, async () => async () => started());
  const port = await handedOver(t, server.adopt);
  const answer = assert.rejects(fetch(`http://127.0.0.1:${port}/`));
  await isStarted;
  await server.close(5);
  await answer;
});

for (const [what, headers] of [
  ['two hosts', 'host: x\r\nhost: x\r\n'],
  ['a coding before chunked', 'host: x\r\ntransfer-encoding: gzip, chunked\r\n'],
] as const) {
  test(`a request with ${what} is answered 400`, async (t) => {
    const server = await openLimited(t, async (_, response) => void response.end('served'));
    const client = server.open();
    client.socket.write(`POST / HTTP/1.1\r\n${headers}\r\n0\r\n\r\n`);
    await client.until('HTTP/1.1 400');
    await client.closed;
    assert.equal(client.text().includes('served'), false);
  });
}
