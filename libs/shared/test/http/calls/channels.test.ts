import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createChannels } from '../../../src/http/calls/channels.ts';
import { encodeFrame } from '../../../src/http/calls/frames.ts';
import type { SendCall } from '../../../src/http/calls/no-answer.ts';
import { encodeRequest } from '../../../src/http/internal-message.ts';
import type { Operation } from '../../../src/http/message.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { closedAddress, replica, request, SECRET, upstream } from '../replica.ts';

const noPost: SendCall = async () => assert.fail('sent as a request of HTTP');
const call = encodeRequest(request, 0);

function channels(t: TestContext, address: string, { age = 60_000, post = noPost, secret = SECRET } = {}) {
  const made = createChannels({ address, secret, connectTimeout: 1000, age, post, clock: systemClock });
  t.after(() => made.close());
  return made;
}

/** The connections that a server receives. */
async function watched(t: TestContext, operation: Operation) {
  const server = await replica(t, operation);
  const connections: Socket[] = [];
  const proxy = createTcpServer((from) => {
    const to = connect(server.port, '127.0.0.1');
    connections.push(from);
    from.pipe(to).pipe(from);
    for (const one of [from, to]) one.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, connections };
}

test('calls share channels, eight on each at once', async (t) => {
  const answers: (() => void)[] = [];
  const { address, connections } = await watched(t, () => new Promise((resolve) => answers.push(() => resolve({}))));
  const { send } = channels(t, address);
  const sent = Array.from({ length: 17 }, () => send('issuer.test', call, 5000));
  while (answers.length < 17) await new Promise((turn) => setImmediate(turn));
  assert.equal(connections.length, 3);
  for (const answer of answers) answer();
  await Promise.all(sent);
  const again = send('issuer.test', call, 5000);
  while (answers.length < 18) await new Promise((turn) => setImmediate(turn));
  answers.at(-1)?.();
  await again;
  assert.equal(connections.length, 3);
});

test('replies come in any order, each to its call', async (t) => {
  const { address } = await replica(t, async ({ body }) => {
    const { a } = body as { a: number };
    await new Promise((resolve) => setTimeout(resolve, a === 1 ? 20 : 0));
    return { body: { a } };
  });
  const calls = upstream(t, [address]);
  const asked = [1, 2, 3].map((a) => calls.call('issuer.test', { ...request, body: { a } }));
  assert.deepEqual(
    (await Promise.all(asked)).map(({ body }) => body),
    [{ a: 1 }, { a: 2 }, { a: 3 }],
  );
});

test('a large reply arrives whole, and lets the others pass', async (t) => {
  const large = Buffer.alloc(20 * 1024 * 1024, 'x');
  const { address } = await replica(t, async ({ body }) =>
    (body as { a: number }).a === 1 ? { raw: large, contentType: 'text/plain' } : { body: 'small' },
  );
  const calls = upstream(t, [address]);
  const whole = calls.call('issuer.test', request);
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await calls.call('issuer.test', { ...request, body: { a: 2 } })).body, 'small');
  }
  assert.deepEqual((await whole).raw, large);
});

test('a large call goes as a request of HTTP', async (t) => {
  const posted: string[] = [];
  const post: SendCall = async (operation) => {
    posted.push(operation);
    return { status: 200, meta: undefined, body: Buffer.alloc(0), isLeaving: false };
  };
  const { send } = channels(t, await closedAddress(), { post });
  await send('issuer.test', { headers: {}, body: 'x'.repeat(70_000) }, 5000);
  assert.deepEqual(posted, ['issuer.test']);
});

test('a service that knows no channels is asked by HTTP, at once and later', async (t) => {
  let asked = 0;
  const old = createServer((_, response) => {
    asked += 1;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  t.after(() => old.close());
  let posted = 0;
  const post: SendCall = async () => {
    posted += 1;
    return { status: 200, meta: undefined, body: Buffer.alloc(0), isLeaving: false };
  };
  const { send } = channels(t, `http://127.0.0.1:${(old.address() as AddressInfo).port}`, { post });
  for (let n = 0; n < 3; n += 1) await send('issuer.test', call, 5000);
  assert.deepEqual([asked, posted], [1, 3]);
});

test('without the secret there is no channel, and no call is sent', async (t) => {
  const { address } = await replica(t, async () => assert.fail('called'));
  await assert.rejects(channels(t, address, { secret: 'wrong' }).send('issuer.test', call, 5000), {
    code: 'STATUS_401',
  });
});

test('a channel is renewed by age, and its calls under way are answered', async (t) => {
  const answers: (() => void)[] = [];
  const { address, connections } = await watched(t, () => new Promise((resolve) => answers.push(() => resolve({}))));
  const { send } = channels(t, address, { age: 1 });
  const slow = send('issuer.test', call, 5000);
  while (answers.length < 1) await new Promise((turn) => setImmediate(turn));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const next = send('issuer.test', call, 5000);
  while (answers.length < 2) await new Promise((turn) => setImmediate(turn));
  assert.equal(connections.length, 2);
  for (const answer of answers) answer();
  assert.deepEqual(
    (await Promise.all([slow, next])).map(({ status }) => status),
    [200, 200],
  );
  await Promise.all(connections.map((one) => one.closed || new Promise((resolve) => one.once('close', resolve))));
});

test('calls under way on a connection that ends are not answered, and no other call is', async (t) => {
  let called = 0;
  const { address, connections } = await watched(t, () => {
    called += 1;
    return new Promise(() => undefined);
  });
  const { send } = channels(t, address);
  const sent = send('issuer.test', call, 5000);
  while (called < 1) await new Promise((turn) => setImmediate(turn));
  connections[0]?.destroy();
  await assert.rejects(sent, { name: 'NoAnswer' });
});

test('the server ends a channel on which something else than calls comes', async (t) => {
  const { port } = await replica(t, async () => assert.fail('called'));
  const wrong = [
    encodeFrame({ kind: 'reply', id: 1, head: '', body: '' }),
    encodeFrame({ kind: 'call', id: 1, head: 'no JSON', body: '' }),
    encodeFrame({ kind: 'call', id: 1, head: '{}', body: '' }),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ];
  for (const bytes of wrong) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = `host: x\r\nconnection: Upgrade\r\nupgrade: countersign-calls\r\nx-internal-secret: ${SECRET}`;
    socket.write(`GET /internal/ HTTP/1.1\r\n${head}\r\n\r\n`);
    socket.once('data', () => socket.write(bytes));
    await new Promise((resolve) => socket.once('close', resolve));
  }
});

test('another protocol than that of channels is refused', async (t) => {
  const { port } = await replica(t, async () => assert.fail('called'));
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\nx-internal-secret: ${SECRET}\r\n\r\n`,
  );
  const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  assert.match(answer, /^HTTP\/1\.1 400 /);
  await new Promise((resolve) => socket.once('close', resolve));
});

test('a server that closes lets calls under way end, and gets no more', async (t) => {
  const answers: (() => void)[] = [];
  const server = await replica(t, async () => {
    if (answers.length > 0) return {};
    return new Promise((resolve) => answers.push(() => resolve({ body: 'done' })));
  });
  const { send } = channels(t, server.address);
  const sent = send('issuer.test', call, 5000);
  while (answers.length < 1) await new Promise((turn) => setImmediate(turn));
  const closed = server.close(20_000);
  // Some calls may come before the caller learns that the server closes.
  const refused = async (): Promise<never> => {
    for (;;) await send('issuer.test', call, 5000);
  };
  await assert.rejects(refused(), { code: 'ECONNREFUSED' });
  answers[0]?.();
  assert.equal((await sent).status, 200);
  await closed;
});

test('a call that is not answered in time fails, and a late reply is ignored', async (t) => {
  const answers: (() => void)[] = [];
  const { address } = await replica(t, () => new Promise((resolve) => answers.push(() => resolve({}))));
  const { send } = channels(t, address);
  const taken = async (count: number): Promise<void> => {
    while (answers.length < count) await new Promise((turn) => setImmediate(turn));
  };
  // The channel is open for the next call, which is accepted whatever the machine does meanwhile.
  const first = send('issuer.test', call, 5000);
  await taken(1);
  answers[0]?.();
  await first;
  const late = assert.rejects(send('issuer.test', call, 50), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  await taken(2);
  await late;
  answers[1]?.();
  const next = send('issuer.test', call, 5000);
  await taken(3);
  answers[2]?.();
  assert.equal((await next).status, 200);
});

test('a call whose time is over before its channel is open is never sent', async (t) => {
  let upgrade: () => void = assert.fail;
  const received: Buffer[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.on('data', (bytes) => received.push(bytes));
      upgrade = () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: countersign-calls\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { send } = channels(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await assert.rejects(send('issuer.first', call, 50), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  const second = assert.rejects(send('issuer.second', call, 200), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  upgrade();
  while (received.length === 0) await new Promise((turn) => setImmediate(turn));
  assert.doesNotMatch(Buffer.concat(received).toString(), /issuer\.first/);
  await second;
});
