import assert from 'node:assert/strict';
import { connect, createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { annotated } from '../../src/http/annotation.ts';
import { createInternalHandler } from '../../src/http/internal-server.ts';
import type { Operation, OperationRequest } from '../../src/http/message.ts';
import { type OpenServer, openServer } from '../../src/http/server.ts';
import { createUpstream, type Upstream, type UpstreamOptions } from '../../src/http/upstream.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const SECRET = 'internal-secret-of-the-tests-0123456789';
const request: OperationRequest = {
  id: 'r1',
  tenant: 'default',
  method: 'POST',
  url: '',
  params: {},
  query: {},
  headers: {},
  body: { a: 1 },
  encoding: 'json',
};

interface Replica extends OpenServer {
  readonly address: string;
  readonly lines: string[];
}

async function replica(
  t: TestContext,
  operation: Operation,
  port = 0,
  answering: (name: string) => boolean = () => true,
  draining: () => boolean = () => false,
): Promise<Replica> {
  const lines: string[] = [];
  const handle = createInternalHandler({
    service: 'issuer',
    operations: { 'issuer.test': operation },
    secret: SECRET,
    answering,
    draining,
    open: { '/health/live': async () => ({ body: { status: 'ok' } }) },
    clock: systemClock,
    random: systemRandom,
    log: createLog('debug', systemClock, (line) => lines.push(line)),
  });
  const server = await openServer(
    { host: '127.0.0.1', port, idleConnections: 'left to the caller' },
    async () => handle,
  );
  t.after(() => server.close(0));
  return { ...server, address: `http://127.0.0.1:${server.port}`, lines };
}

function upstream(t: TestContext, addresses: readonly string[], options: Partial<UpstreamOptions> = {}): Upstream {
  const made = createUpstream({
    service: 'issuer',
    addresses,
    secret: SECRET,
    timeout: 5000,
    clock: systemClock,
    log: silentLog,
    ...options,
  });
  t.after(() => made.close());
  return made;
}

const unavailable = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === 'temporarily_unavailable' && error.options.headers !== undefined;

/** An address where nobody listens. */
async function nobody(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test('an operation is called with its request, its trace and what is left of the time', async (t) => {
  const seen: OperationRequest[] = [];
  const { address, lines } = await replica(t, async (asked) => {
    seen.push(asked);
    return { body: { ok: true }, headers: { 'dpop-nonce': 'n' } };
  });
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const reply = await upstream(t, [address]).call('issuer.test', { ...request, trace });
  assert.deepEqual(reply, { body: { ok: true }, headers: { 'dpop-nonce': 'n' } });
  const [asked] = seen;
  assert.deepEqual(asked?.body, { a: 1 });
  assert.equal(asked?.trace?.slice(0, 36), trace.slice(0, 36));
  assert.notEqual(asked?.trace, trace);
  assert.ok(asked?.deadline !== undefined && asked.deadline > 0);
  assert.ok(lines.join('').includes('"trace":"0af7651916cd43dd8448eb211c80319c"'));
});

test('errors of the operation come through; one that nobody expected leaves only its request id', async (t) => {
  const { address, lines } = await replica(t, async ({ body }) => {
    if ((body as { a: number }).a === 1) throw new ProtocolError('invalid_grant', 'The code is used');
    throw new Error('canary');
  });
  const calls = upstream(t, [address]);
  await assert.rejects(calls.call('issuer.test', request), { code: 'invalid_grant', message: 'The code is used' });
  await assert.rejects(calls.call('issuer.test', { ...request, body: { a: 2 } }), { code: 'server_error' });
  assert.ok(!lines.join('').includes('canary'));
  assert.ok(lines.some((line) => line.includes('unexpected error') && line.includes('"request":"r1"')));
  await assert.rejects(calls.call('issuer.other', request), { code: 'not_built' });
});

test('while there is another replica, nothing is sent to one whose breaker is open', async (t) => {
  const first = await replica(t, async () => ({}));
  const second = await replica(t, async () => ({ body: 'second' }));
  const calls = upstream(t, [first.address, second.address], { breakerPause: 60_000 });
  for (let n = 0; n < 4; n += 1) await calls.call('issuer.test', request);
  await first.close(0);
  for (let n = 0; n < 30; n += 1) await calls.call('issuer.test', request);
  const again = await replica(t, async () => assert.fail('its breaker is open'), first.port);
  for (let n = 0; n < 10; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'second');
  await again.close(0);
});

test('replicas are used in turn, and one that is not there costs nothing', async (t) => {
  const counts = [0, 0];
  const operation =
    (n: 0 | 1): Operation =>
    async () => {
      counts[n] = (counts[n] ?? 0) + 1;
      return {};
    };
  const first = await replica(t, operation(0));
  const second = await replica(t, operation(1));
  const calls = upstream(t, [first.address, second.address, await nobody()]);
  for (let n = 0; n < 30; n += 1) await calls.call('issuer.test', request);
  assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), 30);
  assert.ok(
    counts.every((count) => count >= 10),
    counts.join(),
  );
});

test('a replica that drains loses no call', async (t) => {
  const staying = await replica(t, async () => ({ body: 'staying' }));
  const leaving = await replica(t, async () => ({ body: 'leaving' }));
  const calls = upstream(t, [leaving.address, staying.address]);
  for (let n = 0; n < 10; n += 1) await calls.call('issuer.test', request);
  const closed = leaving.close(20_000);
  const replies = await Promise.all(Array.from({ length: 50 }, () => calls.call('issuer.test', request)));
  assert.equal(replies.length, 50);
  for (let n = 0; n < 10; n += 1) await calls.call('issuer.test', request);
  assert.equal((await calls.call('issuer.test', request)).body, 'staying');
  // Connections that nobody uses are ended by the caller.
  await closed;
});

test('a replica that says it is about to stop gets nothing more while there is another one', async (t) => {
  let stopping = false;
  let answered = 0;
  const leaving = await replica(
    t,
    async () => {
      answered += 1;
      return { body: 'leaving' };
    },
    0,
    () => true,
    () => stopping,
  );
  const staying = await replica(t, async () => ({ body: 'staying' }));
  const calls = upstream(t, [leaving.address, staying.address]);
  for (let n = 0; n < 4; n += 1) await calls.call('issuer.test', request);
  stopping = true;
  answered = 0;
  for (let n = 0; n < 20; n += 1) await calls.call('issuer.test', request);
  assert.equal(answered, 1);
  // Where it is the only one, it is asked all the same.
  assert.equal((await upstream(t, [leaving.address]).call('issuer.test', request)).body, 'leaving');
});

test('a call whose answer was lost is repeated only where that is harmless', async (t) => {
  let cut = 0;
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      cut += 1;
      socket.destroy();
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const broken = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  let answered = 0;
  const good = await replica(t, async () => {
    answered += 1;
    return {};
  });
  const calls = upstream(t, [broken, good.address, broken]);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 }, (_, n) => calls.call('issuer.test', { ...request, id: String(n) })),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, cut);
  assert.ok(cut > 0);
  assert.equal(answered, 3 - cut);
  const repeatable = await Promise.all(
    Array.from({ length: 3 }, () => calls.call('issuer.test', { ...request, method: 'PUT' })),
  );
  assert.equal(repeatable.length, 3);
  // A POST that says so, too.
  const before = cut;
  const said = await Promise.all(
    Array.from({ length: 3 }, () => calls.call('issuer.test', { ...request, repeatable: true })),
  );
  assert.equal(said.length, 3);
  assert.ok(cut > before);
});

test('nobody there, or nobody in time: unavailable with a time to come back', async (t) => {
  await assert.rejects(upstream(t, [await nobody()]).call('issuer.test', request), unavailable);
  const { address } = await replica(t, () => new Promise(() => undefined));
  const calls = upstream(t, [address], { timeout: 400 });
  await assert.rejects(calls.call('issuer.test', request), unavailable);
  await assert.rejects(calls.call('issuer.test', { ...request, deadline: systemClock() - 1 }), unavailable);
});

test('without the secret nothing is read or called', async (t) => {
  let called = 0;
  const { address, port } = await replica(t, async () => {
    called += 1;
    return {};
  });
  const lines: string[] = [];
  const log = createLog('info', systemClock, (line) => lines.push(line));
  for (const secret of ['', 'wrong', `${SECRET}x`]) {
    await assert.rejects(upstream(t, [address], { secret, log }).call('issuer.test', request), unavailable);
  }
  assert.ok(lines.join('').includes('INTERNAL_SECRET'));
  assert.equal((await fetch(`${address}/internal/issuer.test`, { method: 'POST', body: '{}' })).status, 401);
  assert.equal((await fetch(`${address}/anything`)).status, 401);
  // A body that never ends is not waited for.
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /internal/issuer.test HTTP/1.1\r\nhost: x\r\ncontent-length: 900000000\r\n\r\n{');
  const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.destroy();
  assert.match(answer, /^HTTP\/1\.1 401 /);
  assert.equal(called, 0);
});

test('with the secret, what is too large or no request is refused and the service goes on', async (t) => {
  const { address } = await replica(t, async () => ({ body: 'fine' }));
  const post = (body: string): Promise<Response> =>
    fetch(`${address}/internal/issuer.test`, { method: 'POST', body, headers: { 'x-internal-secret': SECRET } });
  assert.match(await (await post('x'.repeat(5 * 1024 * 1024))).text(), /payload_too_large/);
  assert.match(await (await post('not json')).text(), /invalid_request/);
  assert.match(await (await post('{"id":1}')).text(), /invalid_request/);
  assert.equal(
    (await fetch(`${address}/internal/issuer.test`, { headers: { 'x-internal-secret': SECRET } })).status,
    404,
  );
  assert.equal((await fetch(`${address}/health/live`)).status, 200);
  assert.equal((await upstream(t, [address]).call('issuer.test', request)).body, 'fine');
});

test('a replica that is still starting has not taken the call: another one gets it', async (t) => {
  const starting = await replica(
    t,
    async () => ({ body: 'starting' }),
    0,
    () => false,
  );
  await assert.rejects(upstream(t, [starting.address]).call('issuer.test', request), unavailable);
  const started = await replica(t, async () => ({ body: 'started' }));
  const calls = upstream(t, [starting.address, started.address]);
  for (let n = 0; n < 6; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'started');
});

test('one address may stand for several replicas: what was not taken is tried once more', async (t) => {
  let asked = 0;
  const answering = (): boolean => {
    asked += 1;
    return asked % 2 === 0;
  };
  const { address } = await replica(t, async () => ({ body: 'taken' }), 0, answering);
  const calls = upstream(t, [address]);
  for (let n = 0; n < 3; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'taken');
  assert.equal(asked, 6);
});

test('connections are renewed, so that a balancer gives a new replica its share', async (t) => {
  const [old, added] = [
    await replica(t, async () => ({ body: 'old' })),
    await replica(t, async () => ({ body: 'new' })),
  ];
  let behind = old.port;
  const balancer = createTcpServer((socket) => {
    const onward = connect(behind, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  t.after(() => balancer.close());
  const address = `http://127.0.0.1:${(balancer.address() as { port: number }).port}`;
  const calls = upstream(t, [address], { connectionAge: 20 });
  assert.equal((await calls.call('issuer.test', request)).body, 'old');
  behind = added.port;
  // The pauses are far shorter than those after which an unused connection ends.
  let inARow = 0;
  for (let n = 0; n < 1000 && inARow < 20; n += 1) {
    inARow = (await calls.call('issuer.test', request)).body === 'new' ? inARow + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(inARow, 20);
});

test('a replica that comes back is used again', async (t) => {
  const first = await replica(t, async () => ({}));
  const calls = upstream(t, [first.address], { breakerPause: 60_000 });
  await calls.call('issuer.test', request);
  await first.close(0);
  for (let n = 0; n < 8; n += 1) await assert.rejects(calls.call('issuer.test', request), unavailable);
  await replica(t, async () => ({ body: 'back' }), first.port);
  // At once, however long the breaker would wait: there is no other replica.
  const replies = await Promise.all(Array.from({ length: 5 }, () => calls.call('issuer.test', request)));
  assert.deepEqual(
    replies.map(({ body }) => body),
    Array.from({ length: 5 }, () => 'back'),
  );
});

test('a wrong secret is told once a minute for all replicas, however often it is refused', async (t) => {
  const two = [await replica(t, async () => ({})), await replica(t, async () => ({}))];
  const lines: string[] = [];
  let now = 1_000_000;
  const made = upstream(
    t,
    two.map(({ address }) => address),
    { secret: 'another', clock: () => now, log: createLog('error', systemClock, (line) => lines.push(line)) },
  );
  const refused = async (): Promise<void> => {
    await assert.rejects(made.call('issuer.test', request), { code: 'temporarily_unavailable' });
  };
  for (let n = 0; n < 4; n += 1) await refused();
  assert.equal(lines.filter((line) => line.includes('INTERNAL_SECRET')).length, 1);
  now += 59_999;
  await refused();
  assert.equal(lines.length, 1);
  now += 1;
  await refused();
  assert.equal(lines.length, 2);
});

test('while one that is back is tried for the first time, calls that have nowhere else to go are sent to it too', async (t) => {
  const first = await replica(t, async () => ({ body: 'first' }));
  const second = await replica(t, async () => ({ body: 'second' }));
  const calls = upstream(t, [first.address, second.address], { breakerPause: 20 });
  await first.close(0);
  for (let n = 0; n < 30; n += 1) await calls.call('issuer.test', request);
  let begun = 0;
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await replica(
    t,
    async () => {
      begun += 1;
      await slow;
      return { body: 'first' };
    },
    first.port,
  );
  // Half open: the next call whose turn it is tries it.
  while (calls.breakers().some(({ open }) => open)) await new Promise((resolve) => setTimeout(resolve, 5));
  const tries = [calls.call('issuer.test', request), calls.call('issuer.test', request)];
  while (begun === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // Those that can go elsewhere don't wait.
  for (let n = 0; n < 4; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'second');
  await second.close(0);
  // No call waits for the outcome of another one.
  const waiting = Array.from({ length: 4 }, () => calls.call('issuer.test', request));
  while (begun < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  answer();
  const bodies = (await Promise.all(waiting)).map(({ body }) => body);
  assert.deepEqual(bodies, ['first', 'first', 'first', 'first']);
  assert.deepEqual((await Promise.all(tries)).map(({ body }) => body).sort(), ['first', 'second']);
});

test('one that is tried in vain is left alone for a pause', async (t) => {
  const working = await replica(t, async () => ({ body: 'working' }));
  const calls = upstream(t, [await nobody(), working.address], { breakerPause: 20 });
  const isOpen = (): boolean => calls.breakers().some(({ open }) => open);
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 30 && !isOpen(); n += 1) {
      assert.equal((await calls.call('issuer.test', request)).body, 'working');
    }
    assert.ok(isOpen());
    while (isOpen()) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('the line of an operation says session, tenant and code, of replies and of refusals', async (t) => {
  const annotation = { session: '01hk0mps8abcdefg-rest', step: 'token' } as const;
  const asked: Record<string, Operation> = {
    reply: async () => ({ body: {}, annotation }),
    refusal: async () => {
      throw annotated(new ProtocolError('invalid_grant', 'No', { detail: 'why' }), annotation);
    },
    redirect: async () => ({ status: 302, annotation: { ...annotation, code: 'access_denied' } }),
  };
  for (const [name, code] of [
    ['reply', undefined],
    ['refusal', 'invalid_grant'],
    ['redirect', 'access_denied'],
  ] as const) {
    const server = await replica(t, asked[name] ?? assert.fail());
    await upstream(t, [server.address])
      .call('issuer.test', request)
      .catch(() => undefined);
    const lines = server.lines.map((line) => JSON.parse(line));
    assert.ok(lines.length >= 1);
    for (const line of lines) {
      assert.deepEqual([line.session, line.tenant, line.code], ['01hk0mps8abcdefg', 'default', code], name);
    }
  }
});
